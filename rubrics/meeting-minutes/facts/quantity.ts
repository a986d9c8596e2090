/** One way to understand a number, date or time. */
export type Reading =
  | { kind: 'date'; year?: number; month?: number; day?: number }
  /** Minutes since midnight; two of them where morning and afternoon are open. */
  | { kind: 'time'; minutes: number[] }
  /** Seconds since the recording began. */
  | { kind: 'stamp'; seconds: number }
  /** `unit` null: no unit was said, any may be meant. */
  | { kind: 'amount'; value: number; unit: string | null };

export interface Quantity {
  start: number;
  end: number;
  text: string;
  readings: Reading[];
  /** How the number is written: digits are always a claim, words only where they cannot be something else. */
  written: 'digits' | 'words';
}

/** What was read at some place of a text. */
export interface ReadQuantity {
  end: number;
  readings: Reading[];
}
