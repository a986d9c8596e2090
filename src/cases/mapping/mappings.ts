import { createStore, del, get, update, type UseStore } from 'idb-keyval';
import { z } from '../../kit/zod';
import { mappingSchema, type Mapping } from '../table';

/** Version of the stored shape. Raise it when a field changes its meaning, and teach `readAll` to read the older one. */
const version = 1;
const entrySchema = z.object({
  rubricId: z.string(),
  header: z.string(),
  mapping: mappingSchema,
});
const storedSchema = z.object({ version: z.literal(version), entries: z.array(z.unknown()) });

type Entry = z.infer<typeof entrySchema>;

/** What people chose for the files they use most; the one not used for longest goes first. */
const mostKept = 50;
/** A longer header is most likely a file read wrongly, and its text none that should be kept. */
const longestHeader = 20_000;

const key = 'mappings';

export type MappingStore = ReturnType<typeof indexedDbMappings>;

/** Remembers which column gives what, by rubric and header. Where the browser refuses storage nothing is remembered. */
export function indexedDbMappings() {
  let opened: UseStore | null = null;
  const store = () => (opened ??= createStore('assay-mappings', 'mappings'));
  return {
    recall: async (rubricId: string, columns: readonly string[]) =>
      findMapping(await ifAllowed(() => get<unknown>(key, store())), rubricId, columns),
    remember: async (rubricId: string, columns: readonly string[], mapping: Mapping) => {
      if (headerOf(columns).length > longestHeader) return;
      // One transaction, so that two tabs don't lose each other's.
      await ifAllowed(() =>
        update<unknown>(key, (stored) => withMapping(stored, rubricId, columns, mapping), store()),
      );
    },
    forget: () => ifAllowed(() => del(key, store())),
  };
}

async function ifAllowed<T>(use: () => Promise<T>): Promise<T | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}

export function findMapping(stored: unknown, rubricId: string, columns: readonly string[]): Mapping | null {
  const header = headerOf(columns);
  return (
    readAll(stored).find((entry) => entry.rubricId === rubricId && entry.header === header)?.mapping ?? null
  );
}

export function withMapping(
  stored: unknown,
  rubricId: string,
  columns: readonly string[],
  mapping: Mapping,
): { version: number; entries: Entry[] } {
  const header = headerOf(columns);
  const others = readAll(stored).filter((entry) => entry.rubricId !== rubricId || entry.header !== header);
  return { version, entries: [{ rubricId, header, mapping }, ...others].slice(0, mostKept) };
}

function readAll(stored: unknown): Entry[] {
  const read = storedSchema.safeParse(stored);
  if (!read.success) return [];
  return read.data.entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
}

function headerOf(columns: readonly string[]): string {
  return JSON.stringify(columns);
}
