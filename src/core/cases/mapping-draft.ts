import type { Path } from '../model/path';
import type { Mapping } from '../model/table';

/** Why a column was proposed, from the surest to the least sure. */
export type MappingReason = 'remembered' | 'name' | 'alias' | 'similar-name' | 'label' | 'content';

/** The reasons of a mapping, in the shape of the mapping. */
export interface MappingReasons {
  inputs: Record<string, MappingReason>;
  id?: MappingReason;
  label?: MappingReason;
  gold: Record<Path, MappingReason>;
}

export interface MappingProposal {
  mapping: Mapping;
  reasons: MappingReasons;
}

interface Assigned {
  column: number;
  reason: MappingReason;
}

/** A mapping in the making, which knows the columns that are still free. */
export class MappingDraft {
  readonly #taken = new Set<number>();
  readonly #inputs = new Map<string, Assigned>();
  readonly #gold = new Map<Path, Assigned>();
  #id: Assigned | null = null;
  #label: Assigned | null = null;

  isFree(column: number): boolean {
    return !this.#taken.has(column);
  }
  hasInput(name: string): boolean {
    return this.#inputs.has(name);
  }
  hasGold(path: Path): boolean {
    return this.#gold.has(path);
  }
  get hasId(): boolean {
    return this.#id !== null;
  }

  setInput(name: string, column: number, reason: MappingReason): void {
    this.#inputs.set(name, this.#take(column, reason));
  }
  setGold(path: Path, column: number, reason: MappingReason): void {
    this.#gold.set(path, this.#take(column, reason));
  }
  setId(column: number, reason: MappingReason): void {
    this.#id = this.#take(column, reason);
  }
  setLabel(column: number, reason: MappingReason): void {
    this.#label = this.#take(column, reason);
  }

  finish(): MappingProposal {
    return {
      mapping: {
        inputs: pick(this.#inputs, ({ column }) => column),
        ...(this.#id ? { id: this.#id.column } : {}),
        ...(this.#label ? { label: this.#label.column } : {}),
        gold: pick(this.#gold, ({ column }) => column),
      },
      reasons: {
        inputs: pick(this.#inputs, ({ reason }) => reason),
        ...(this.#id ? { id: this.#id.reason } : {}),
        ...(this.#label ? { label: this.#label.reason } : {}),
        gold: pick(this.#gold, ({ reason }) => reason),
      },
    };
  }

  #take(column: number, reason: MappingReason): Assigned {
    this.#taken.add(column);
    return { column, reason };
  }
}

function pick<T>(assigned: ReadonlyMap<string, Assigned>, part: (each: Assigned) => T): Record<string, T> {
  return Object.fromEntries([...assigned].map(([name, each]) => [name, part(each)]));
}
