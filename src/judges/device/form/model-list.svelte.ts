import type { DeviceAbilities } from '../device';
import type { ListedModel, ModelFit, Offer } from '../webllm/fits';
import type { DeviceChoices } from './device-choices.svelte';
import type { KeptModels } from './kept-models.svelte';

export interface ModelListTools {
  catalogue: readonly ListedModel[];
  fitOf(
    model: ListedModel,
    abilities: DeviceAbilities,
    known: { context: number | null; isHere: boolean },
  ): ModelFit;
  bestThatFits(offers: readonly Offer[]): Offer | null;
  /** Those that fit, then the others by how little they lack. */
  nearestFirst(offers: readonly Offer[]): readonly Offer[];
}

/** The models that can be fetched by their name, each with how it fits this machine, and the one that is chosen. */
export class ModelList {
  readonly #tools: ModelListTools;
  readonly #choices: DeviceChoices;
  readonly #kept: KeptModels;
  #abilities = $state.raw<DeviceAbilities | null>(null);
  #chosen = $state<string | null>(null);
  /** Empty until it is known what this browser can do. */
  readonly offers: readonly Offer[] = $derived.by(() => {
    const abilities = this.#abilities;
    if (!abilities) return [];
    const { context } = this.#choices;
    const offers = this.#tools.catalogue.map((model) => {
      const isHere = this.isHere(model.f16.id) || this.isHere(model.f32.id);
      return { model, fit: this.#tools.fitOf(model, abilities, { context, isHere }) };
    });
    return this.#tools.nearestFirst(offers);
  });

  constructor(tools: ModelListTools, choices: DeviceChoices, kept: KeptModels) {
    this.#tools = tools;
    this.#choices = choices;
    this.#kept = kept;
  }

  /** Whether no model surely fits, and the one that is chosen is only the nearest to that. */
  get onlyNearest(): boolean {
    const { chosen, offers } = this;
    return chosen !== null && chosen === offers[0] && chosen.fit.verdict !== 'fits';
  }
  /** The person's choice; else one that is here already, else the best that fits, else the nearest to fitting. */
  get chosen(): Offer | null {
    const { offers } = this;
    return (
      offers.find(({ model }) => model.name === this.#chosen) ??
      offers.find(({ fit }) => fit.verdict !== 'no' && this.isHere(fit.variant.id)) ??
      this.#tools.bestThatFits(offers) ??
      offers[0] ??
      null
    );
  }
  isHere(id: string): boolean {
    return this.#kept.models.some((kept) => kept.runtime === 'webllm' && kept.id === id && kept.whole);
  }
  choose(name: string): void {
    this.#chosen = name;
  }
  suit(abilities: DeviceAbilities): void {
    this.#abilities = abilities;
  }
}
