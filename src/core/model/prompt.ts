export type Mode = 'model-alone' | 'assisted';

/** A token of some model's chat template found in case text and broken up, so that no runtime takes it for its own. */
export interface Neutralised {
  input: string;
  token: string;
  count: number;
}

export interface Prompt {
  /** The rubric's part: the same for every case of a run, so that its work can be reused. */
  shared: string;
  /** The case's part. */
  own: string;
  /** In which the rubric is written and the reply is wanted. */
  language: string;
  /** The random word that fences the case text in this call. */
  boundary: string;
  neutralised: Neutralised[];
  /** A rough count, for budgets and estimates. A judge with a tokenizer of its own knows better. */
  estimate: { shared: number; own: number };
}
