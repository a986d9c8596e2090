import type { DeviceAbilities, KeptModel } from '../device';
import { catalogue } from '../webllm/catalogue';
import { bestThatFits, fitOf, nearestFirst, type Offer } from '../webllm/fits';
import type { DeviceChoices } from './device-choices.svelte';

export class ModelList {
  readonly #choices: DeviceChoices;
  readonly #kept: () => readonly KeptModel[];
  abilities = $state.raw<DeviceAbilities | null>(null);
  #chosen = $state<string | null>(null);
  /** Those that fit, then the others by how little they lack. */
  readonly offers: readonly Offer[] = $derived.by(() => {
    const { abilities } = this;
    if (!abilities) return [];
    const { context } = this.#choices;
    const offers = catalogue.map((model) => {
      const isHere = this.isHere(model.f16.id) || this.isHere(model.f32.id);
      return { model, fit: fitOf(model, abilities, { context, isHere }) };
    });
    return nearestFirst(offers);
  });

  constructor(choices: DeviceChoices, kept: () => readonly KeptModel[]) {
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
      bestThatFits(offers) ??
      offers[0] ??
      null
    );
  }
  isHere(id: string): boolean {
    return this.#kept().some((kept) => kept.id === id && kept.whole);
  }
  choose(name: string): void {
    this.#chosen = name;
  }
}
