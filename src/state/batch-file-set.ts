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
  readonly #files: { blob: GrowingBlob; requests: number }[] = [];

  constructor(form: BatchForm, { BatchSplit, byteLength }: Pick<typeof Batch, 'BatchSplit' | 'byteLength'>) {
    this.#form = form;
    this.#byteLength = byteLength;
    this.#split = new BatchSplit(form);
  }

  add(text: string): void {
    const number = this.#split.place(this.#byteLength(text));
    const { open, between } = this.#form;
    const file = (this.#files[number] ??= { blob: new GrowingBlob(), requests: 0 });
    file.blob.add((file.requests === 0 ? open : between) + text);
    file.requests += 1;
  }

  /** Of several files each says which it is. */
  finish(name: string): BatchFile[] {
    const { close, mime, extension } = this.#form;
    const count = this.#files.length;
    return this.#files.map(({ blob, requests }, index) => {
      blob.add(close);
      const part = count === 1 ? '' : `-${index + 1}-of-${count}`;
      return { name: `${name}${part}.${extension}`, blob: blob.finish(mime), requests };
    });
  }
}
