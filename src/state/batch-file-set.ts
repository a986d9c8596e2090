import type { BatchForm } from '../core/export/batch/batch-engine';
import type * as Batch from '../pipeline/batch';
import { GrowingBlob } from './growing-blob';

export interface BatchFile {
  name: string;
  blob: Blob;
  requests: number;
}

/** Batch files that take shape request by request. */
export class BatchFileSet {
  readonly #form: BatchForm;
  readonly #byteLength: (text: string) => number;
  readonly #split: InstanceType<typeof Batch.BatchSplit>;
  readonly #whole: { blob: Blob; requests: number }[] = [];
  #open: { number: number; blob: GrowingBlob; requests: number } | null = null;

  constructor(form: BatchForm, { BatchSplit, byteLength }: Pick<typeof Batch, 'BatchSplit' | 'byteLength'>) {
    this.#form = form;
    this.#byteLength = byteLength;
    this.#split = new BatchSplit(form);
  }

  /** Null, or the bytes of a request that is too large for any file, and is left out. */
  add(text: string): number | null {
    const bytes = this.#byteLength(text);
    const number = this.#split.place(bytes);
    if (number === null) return bytes;
    const { open, between } = this.#form;
    // As soon as it is full: all of them at the end would be one long turn.
    if (this.#open?.number !== number) this.#close();
    const file = (this.#open ??= { number, blob: new GrowingBlob(), requests: 0 });
    file.blob.add((file.requests === 0 ? open : between) + text);
    file.requests += 1;
    return null;
  }

  /** Of several files each says which it is. */
  finish(name: string): BatchFile[] {
    this.#close();
    const count = this.#whole.length;
    return this.#whole.map((file, index) => {
      const part = count === 1 ? '' : `-${index + 1}-of-${count}`;
      return { name: `${name}${part}.${this.#form.extension}`, ...file };
    });
  }

  #close(): void {
    if (!this.#open) return;
    const { blob, requests } = this.#open;
    blob.add(this.#form.close);
    this.#whole.push({ blob: blob.finish(this.#form.mime), requests });
    this.#open = null;
  }
}
