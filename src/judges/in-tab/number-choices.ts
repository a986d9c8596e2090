import type { NumberChoice, TokenOption } from '../../core/model/reply';

/** How many of the likeliest tokens a runtime is asked for in each place. */
export const listedOptions = 40;

/** Notes, token by token, what else a model might have said where it says a number. */
export class NumberChoices {
  readonly #noted: NumberChoice[] = [];

  get noted(): NumberChoice[] {
    return this.#noted;
  }

  /** `soFar` is the text up to and with the token. The first of the options is the token itself, the others are the likeliest. */
  note(token: string, soFar: string, options: readonly TokenOption[]): void {
    const figure = token.trim();
    // A token that holds more than the number's own signs, or is held back with others, cannot be placed.
    if (!/^-?\d+$/.test(figure) || !soFar.endsWith(token.trimEnd())) return;
    const at = soFar.length - figure.length;
    // Inside a longer number it is no beginning.
    if (/[\d.-]/.test(soFar[at - 1] ?? '')) return;
    const told = options.filter(({ text }) => /^\s*-?\d+\s*$/.test(text));
    const [, ...likeliest] = options;
    const untold = Math.min(0, ...likeliest.map(({ logprob }) => logprob));
    this.#noted.push({ at, options: told, untold });
  }
}
