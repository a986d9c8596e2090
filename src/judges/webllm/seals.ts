import { z } from '../../core/model/zod';
import { placeOf, sealsName, type FileCaches } from './file-caches';

const schema = z.record(z.string(), z.string());

/** By which the shards of a model are known again quickly, since they were once compared with their hashes. */
export class Seals {
  readonly #caches: FileCaches;
  readonly #id: string;
  readonly #byName: Map<string, string>;

  private constructor(caches: FileCaches, id: string, byName: Map<string, string>) {
    this.#caches = caches;
    this.#id = id;
    this.#byName = byName;
  }

  static async open(caches: FileCaches, id: string): Promise<Seals> {
    const { cache, address } = await placeOf(caches, id, sealsName);
    const kept = await cache.match(address);
    // One that cannot be read is none: the hashes say the same, only more slowly.
    const read = schema.safeParse(await kept?.json().catch(() => null));
    return new Seals(caches, id, new Map(Object.entries(read.data ?? {})));
  }

  of(name: string): string | null {
    return this.#byName.get(name) ?? null;
  }
  async set(name: string, seal: string): Promise<void> {
    this.#byName.set(name, seal);
    const { cache, address } = await placeOf(this.#caches, this.#id, sealsName);
    await cache.put(address, Response.json(Object.fromEntries(this.#byName)));
  }
}
