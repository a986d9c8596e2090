import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { memoryRunStore } from '../../../../src/storage/runs/memory-run-store';
import { StorageFailure, type RunStore } from '../../../../src/storage/runs/run-store';
import { runFileBlob } from '../../../../src/pipeline/run-file-blob';
import { runFile } from '../../../../src/pipeline/run-file-bytes';
import { importRun, type ImportTools } from '../../../../src/pipeline/run-file-import';
import { ResultCounts } from '../../../../src/pipeline/run-file-counts';
import type { RunFileProblem } from '../../../../src/pipeline/run-file-problem';
import { readRunFile } from '../../../../src/pipeline/run-file-read';
import { runFileText, type ReadableRuns } from '../../../../src/pipeline/run-file-write';
import {
  anyRun,
  collect,
  fileOf,
  given,
  headFor,
  linesOf,
  membersOf,
  plainRun,
  readBack,
  resealed,
  resultFor,
  storeWith,
  streamOf,
  wholeRun,
  type WholeRun,
} from './stored-run';

function tools(change: Partial<ImportTools> = {}): ImportTools {
  let ids = 0;
  return {
    newId: () => `new-${(ids += 1)}`,
    now: () => new Date('2026-04-01T00:00:00Z'),
    copyTitle: (title) => `${title} (copy)`,
    ...change,
  };
}

/** What becomes of a finished run of which results are missing. */
const openAgain = { state: 'paused', pause: { because: 'person', detail: '' } } as const;

/** The same run, in a store that has lost the judgements of these places. */
function withoutJudgements(store: RunStore, lost: readonly number[]): ReadableRuns {
  return {
    head: (id) => store.head(id),
    rubric: (id) => store.rubric(id),
    sources: (id) => store.sources(id),
    cases: (id) => store.cases(id),
    entries: (id) => store.entries(id),
    judgements: async (id, places) =>
      (await store.judgements(id, places)).map((found, index) =>
        lost.includes(places[index] ?? -1) ? null : found,
      ),
  };
}

function refuse(): void {
  throw new TypeError('not valid');
}

async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function problemIn(content: string | Uint8Array): Promise<RunFileProblem | null> {
  const store = memoryRunStore();
  const imported = await importRun(store, streamOf(content), tools());
  const { heads } = await store.heads();
  expect(heads.length, 'nothing is stored of a file that is not sound').toBe(imported.ok ? 1 : 0);
  return imported.ok ? null : imported.problem;
}

describe('a run file', () => {
  it('written and read is the same run, plain or packed, in pieces of any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRun,
        fc.integer({ min: 1, max: 5000 }),
        fc.boolean(),
        async (make, piece, packed) => {
          const run = await make();
          const from = await storeWith(run);
          const whole = packed
            ? await bytesOf(runFile(from, run.head.id).bytes)
            : (await collect(runFileText(from, run.head.id))).join('');
          const store = memoryRunStore();
          const imported = await importRun(store, streamOf(whole, piece), tools());
          const counts = new ResultCounts(run.head.settings.samples);
          for (const result of run.results) counts.add(result);
          const units = new Set(run.results.map(({ row, sample }) => `${row}/${sample}`));
          const head = {
            ...run.head,
            ...(units.size < run.head.cases * run.head.settings.samples && openAgain),
            counts: counts.in(run.head.counts),
            imported: '2026-04-01T00:00:00.000Z',
          };
          expect(imported).toEqual({ ok: true, head, copyOf: null });
          expect(await readBack(from, run.head.id)).toEqual(run);
          expect(await readBack(store, run.head.id)).toEqual({ ...run, head });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is JSON Lines: start, cases, results, end', async () => {
    const lines = linesOf(await fileOf(await plainRun()));
    const keys = lines.map((line) => Object.keys(membersOf(JSON.parse(line))).join());
    const result = 'row,sample,key,milliseconds,digest,place,judgement,sum';
    expect(keys).toEqual([
      'format,head,rubric,sources,sum',
      ...Array<string>(3).fill('row,case,original,sum'),
      ...Array<string>(3).fill(result),
      'end,sum',
    ]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: { cases: 3, results: 3 } });
  });

  it('holds the text that all prompts share once', async () => {
    const run = await plainRun();
    const shared = run.results[0]?.judgement.prompt?.shared ?? '';
    const text = await fileOf(run);
    expect(shared.length).toBeGreaterThan(100);
    expect(text.split(JSON.stringify(shared).slice(1, -1)).length - 1).toBe(1);
  });

  it('is packed where the browser can', async () => {
    const run = await plainRun();
    const store = await storeWith(run);
    const { bytes, packed } = runFile(store, run.head.id);
    expect(packed).toBe(true);
    expect([...(await bytesOf(bytes)).slice(0, 2)]).toEqual([0x1f, 0x8b]);
  });

  it('may have Windows line ends and blank lines at its end', async () => {
    const text = await fileOf(await plainRun());
    expect(await problemIn(`${text.replaceAll('\n', '\r\n')}\r\n\n`)).toBeNull();
    expect(await problemIn(text.replace(/\n$/, ''))).toBeNull();
    expect(await problemIn(text.replaceAll('\n', '\r\n').replace(/\n$/, ''))).toBeNull();
  });

  it('may begin with a byte order mark', async () => {
    const text = await fileOf(await plainRun());
    expect(await problemIn(`\ufeff${text}`)).toBeNull();
    expect(await problemIn(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toBeNull();
    expect(await problemIn(text.replace('\n', '\n\ufeff'))).toMatchObject({ kind: 'damaged-line', line: 2 });
  });

  it('of an unfinished run can be gone on with, and is nobody’s at first', async () => {
    const run = { ...(await plainRun()), head: headFor(3, { state: 'running', pinned: true }) };
    const imported = await importRun(memoryRunStore(), streamOf(await fileOf(run)), tools());
    expect(imported).toMatchObject({ ok: true, head: { state: 'paused', pinned: false, removed: null } });
  });

  it('keeps which failed cases were being asked again', async () => {
    const run = await wholeRun();
    const [one, two] = run.cases;
    if (!one || !two) throw new Error('Expected two cases.');
    const failed = { rationale: 'fine', score: 11 };
    const results = [
      await resultFor(one, 0, 0, failed),
      await resultFor(two, 1, 0, failed),
      // Asked again, and again without a score.
      await resultFor(one, 0, 0, failed),
    ];
    const again = { before: 2, left: 2 };
    const file = await fileOf({ ...run, head: { ...run.head, state: 'running', again }, results });
    const imported = await importRun(memoryRunStore(), streamOf(file), tools());
    expect(imported).toMatchObject({ ok: true, head: { state: 'paused', again } });
    // Without its second line of results there is one more to ask, and one less to ask again.
    const [, , , , , left = '', last = '', end = ''] = linesOf(file);
    const shorter = file
      .replace(`${left}\n`, '')
      .replace(
        last,
        resealed(last, (value) => ({ ...value, place: 1 })),
      )
      .replace(
        end,
        resealed(end, () => ({ end: { cases: 3, results: 2 } })),
      );
    expect(await importRun(memoryRunStore(), streamOf(shorter), tools())).toMatchObject({
      ok: true,
      head: { again: { before: 2, left: 3 } },
    });
  });

  it('keeps what was asked criterion by criterion, and expected scores', async () => {
    const run = await plainRun();
    const head = { ...run.head, settings: { ...run.head.settings, asking: 'criterion' as const } };
    const results = run.results.map(({ digest, judgement, ...result }) => ({
      ...result,
      digest: { ...digest, expected: [2.5] },
      judgement: {
        ...judgement,
        fields: judgement.fields.map((field) =>
          field.path === 'score' ? { ...field, expected: 2.5 } : field,
        ),
        attempts: judgement.attempts.map((attempt) => ({ ...attempt, part: 'score' })),
        prompt: judgement.prompt && {
          ...judgement.prompt,
          parts: [{ id: 'score', label: 'Score', rest: '\n\nOnly this.' }],
        },
        receipt: { ...judgement.receipt, calls: 2 },
      },
    }));
    const store = memoryRunStore();
    const imported = await importRun(store, streamOf(await fileOf({ ...run, head, results })), tools());
    expect(imported).toMatchObject({ ok: true, head: { settings: { asking: 'criterion' } } });
    expect((await readBack(store, run.head.id)).results).toEqual(results);
  });

  it.each([1, 2, 3, 4, 5, 6])('of format %i is read as ever', async (version) => {
    const [start = '', ...others] = linesOf(await fileOf(await plainRun()));
    const older = resealed(start, (value) => ({ ...value, format: `assay-run/${version}` }));
    expect(await problemIn([older, ...others, ''].join('\n'))).toBeNull();
  });
});

describe('a run file that was made by hand', () => {
  async function importedWith(head: object, result: object = {}) {
    const lines = linesOf(await fileOf(await wholeRun()));
    const changed = lines.map((line, index) =>
      resealed(line, (value) => {
        if (index === 0) return { ...value, head: { ...membersOf(value['head']), ...head } };
        return 'digest' in value ? { ...value, digest: { ...membersOf(value['digest']), ...result } } : value;
      }),
    );
    const store = memoryRunStore();
    const imported = await importRun(store, streamOf(changed.join('\n')), tools());
    if (!imported.ok) throw new Error(JSON.stringify(imported.problem));
    return { store, head: imported.head, copyOf: imported.copyOf };
  }

  it.each(['a~b', 'a/b', '\ud800', ' ', '한글', '..', 'x'.repeat(101)])(
    'gets an id of its own where an address cannot hold the one that it has: %j',
    async (id) => {
      const { store, head, copyOf } = await importedWith({ id });
      expect({ id: head.id, title: head.title, copyOf }).toEqual({
        id: 'new-1',
        title: 'First run',
        copyOf: null,
      });
      expect((await readBack(store, 'new-1')).results).toHaveLength(3);
    },
  );

  it('counts what its judgements show, whatever it says beside them', async () => {
    const { store, head } = await importedWith(
      {},
      { score: { kind: 'value', value: 999 }, criteria: [{ kind: 'value', value: 999 }], failedErrors: 9 },
    );
    expect(head.counts.score).toEqual({ mean: 4, count: 3 });
    const { results } = await readBack(store, 'run-1');
    expect(results.map(({ digest }) => digest)).toEqual(
      (await wholeRun()).results.map(({ digest }) => digest),
    );
  });

  it('has a name and a note as long as a person may make them', async () => {
    const { head } = await importedWith({ title: 'x'.repeat(4000), note: '😀'.repeat(4000) });
    expect(head.title).toBe(`${'x'.repeat(199)}…`);
    expect(head.note).toBe(`${'😀'.repeat(999)}…`);
    const longest = { title: 'x'.repeat(200), note: 'y'.repeat(2000) };
    expect((await importedWith(longest)).head).toMatchObject(longest);
  });
});

describe('a run file of the first version', () => {
  it.each([
    ['no-choice', { code: 'no-answer-in-reply' }],
    ['content-filter', { code: 'filtered', by: '' }],
  ])('has the cause %s, which is read as what it means today', async (code, today) => {
    const lines = linesOf(await fileOf(await plainRun()));
    const older = lines.map((line, index) =>
      resealed(line, (value) => {
        if (index === 0) return { ...value, format: 'assay-run/1' };
        if (!('judgement' in value)) return value;
        return { ...value, judgement: { ...membersOf(value['judgement']), causes: [{ code }] } };
      }),
    );
    const store = memoryRunStore();
    expect(await importRun(store, streamOf([...older, ''].join('\n')), tools())).toMatchObject({ ok: true });
    expect((await store.judgement('run-1', 2)).causes).toEqual([today]);
  });
});

describe('a run file written while the run goes on', () => {
  it('has what was there when the writing began, and a head that says so', async () => {
    const run = await plainRun();
    const [first, second, third] = run.results;
    if (!first || !second || !third) throw new Error('Expected three results.');
    const store = await storeWith({ ...run, results: [first, second] });
    const text = runFileText(
      {
        ...withoutJudgements(store, []),
        judgements: async (id, places) => {
          await store.append(id, [third]);
          return store.judgements(id, places);
        },
      },
      'run-1',
    );
    const lines = linesOf((await collect(text)).join('')).map((line) => membersOf(JSON.parse(line)));
    expect(lines[0]).toMatchObject({ head: { counts: { done: 2, statuses: { valid: 2 } } } });
    expect(lines.at(-1)).toMatchObject({ end: { cases: 3, results: 2 } });
  });

  it('that ends while its file is written is one that goes on, with the questions of which nobody knows the cost', async () => {
    const run = await plainRun();
    const counts = { ...run.head.counts, unpriced: 2 };
    const store = await storeWith({ ...run, head: { ...run.head, state: 'running', counts } });
    let looked = 0;
    const text = runFileText(
      {
        ...withoutJudgements(store, []),
        head: async (id) => {
          looked += 1;
          const head = await store.head(id);
          return head && looked > 1 ? { ...head, state: 'finished' as const } : head;
        },
      },
      'run-1',
    );
    const [first = ''] = linesOf((await collect(text)).join(''));
    expect(JSON.parse(first)).toMatchObject({ head: { state: 'running', counts: { done: 3, unpriced: 2 } } });
    expect(looked).toBe(2);
  });

  it('by an earlier version, with a head behind its results, is counted anew', async () => {
    const [start = '', ...others] = linesOf(await fileOf(await plainRun()));
    const behind = resealed(start, (value) => ({
      ...value,
      head: { ...membersOf(value['head']), counts: headFor(3).counts },
    }));
    const imported = await importRun(memoryRunStore(), streamOf([behind, ...others, ''].join('\n')), tools());
    expect(imported).toMatchObject({ ok: true, head: { counts: { done: 3, statuses: { valid: 3 } } } });
  });
});

describe('a run of which results cannot be read', () => {
  it('is a file without them that names them; the rest is sound, and can be gone on with', async () => {
    const run = await wholeRun();
    const damaged = withoutJudgements(await storeWith(run), [1]);
    const { blob, packed, unreadable } = await runFileBlob(damaged, 'run-1');
    expect([packed, unreadable]).toEqual([true, [1]]);
    const imported = await importRun(memoryRunStore(), blob.stream(), tools());
    expect(imported).toMatchObject({ ok: true, head: { counts: { done: 2 }, ...openAgain } });
    const sound = await importRun(memoryRunStore(), streamOf(await fileOf(run)), tools());
    expect(sound).toMatchObject({ ok: true, head: { counts: { done: 3 }, state: 'finished', pause: null } });
  });

  it('has a first line that says of it what whoever takes it in finds', async () => {
    const places = fc.uniqueArray(fc.nat(7));
    const before = fc.option(fc.nat(8), { nil: null });
    await fc.assert(
      fc.asyncProperty(anyRun, places, before, async (make, lost, end) => {
        const { head, ...run } = await make();
        const again = end === null ? null : { before: Math.min(end, run.results.length), left: 1 };
        const store = await storeWith({ ...run, head: again ? { ...head, ...openAgain, again } : head });
        const { blob } = await runFileBlob(withoutJudgements(store, lost), head.id);
        const [start] = await collect(readRunFile(blob.stream()));
        const imported = await importRun(memoryRunStore(), blob.stream(), tools());
        if (start?.kind !== 'start' || !imported.ok) throw new Error('Expected a sound file.');
        const { imported: _, ...found } = imported.head;
        expect(start.head).toEqual(found);
        // By what was kept of it: a result that was to be asked again is, and one that came of that is not.
        const kept = run.results.map((_result, place) => place).filter((place) => !lost.includes(place));
        const asked = again && kept.filter((place) => place < again.before).length;
        expect(start.head.again?.before ?? null).toBe(asked);
      }),
      { numRuns: 40 },
    );
  });

  it('has such a first line too where one can no longer be read while it is written once more', async () => {
    const store = await storeWith(await wholeRun());
    let reads = 0;
    const failing: ReadableRuns = {
      ...withoutJudgements(store, []),
      judgements: async (id, places) => {
        reads += 1;
        return (await store.judgements(id, places)).map((found, index) =>
          places[index] === 2 || (reads > 1 && places[index] === 0) ? null : found,
        );
      },
    };
    const { blob, unreadable } = await runFileBlob(failing, 'run-1');
    expect([reads, unreadable]).toEqual([3, [2, 0]]);
    const [start] = await collect(readRunFile(blob.stream()));
    expect(start).toMatchObject({ kind: 'start', head: { counts: { done: 1 } } });
  });

  it('is written once more, and a sound one only once', async () => {
    const run = await wholeRun();
    const reads = async (lost: number[]) => {
      const store = withoutJudgements(await storeWith(run), lost);
      const judgements = vi.spyOn(store, 'judgements');
      await runFileBlob(store, 'run-1');
      return judgements.mock.calls.map(([, places]) => places);
    };
    expect(await reads([])).toEqual([[0, 1, 2]]);
    expect(await reads([1])).toEqual([
      [0, 1, 2],
      [0, 2],
    ]);
  });
});

describe('a run that is here already', () => {
  it('becomes a copy under a new id, and says so', async () => {
    const run = await plainRun();
    const store = await storeWith(run);
    const imported = await importRun(store, streamOf(await fileOf(run)), tools());
    const imports = { imported: '2026-04-01T00:00:00.000Z' };
    const { counts } = imported.ok ? imported.head : run.head;
    expect(counts).toMatchObject({ done: 3, statuses: { valid: 3 }, score: { mean: 4, count: 3 } });
    const head = { ...run.head, ...imports, ...openAgain, counts, id: 'new-1', title: 'First run (copy)' };
    expect(imported).toEqual({ ok: true, head, copyOf: 'run-1' });
    expect(await readBack(store, 'new-1')).toEqual({ ...run, head });
    expect(await readBack(store, 'run-1')).toEqual(run);
  });
});

it('the copy of a run without a name of its own is called after its rubric', async () => {
  const run = { ...(await plainRun()), head: headFor(3, { title: ' ' }) };
  const imported = await importRun(await storeWith(run), streamOf(await fileOf(run)), tools());
  const { title } = run.head.rubric;
  expect(imported).toMatchObject({ ok: true, head: { title: `${title} (copy)` } });
});

describe('a file that is not sound', () => {
  it('any damage to one line is refused, with the line', async () => {
    const original = new TextEncoder().encode(await fileOf(await plainRun()));
    await fc.assert(
      fc.asyncProperty(fc.nat(original.length - 2), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const bytes = original.slice();
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        const line = original.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
        const problem = await problemIn(bytes);
        if (line === 1 && at < 40) {
          expect(['not-a-run-file', 'newer-format', 'damaged-line']).toContain(problem?.kind);
        } else if (problem?.kind === 'cut-off') {
          // The last line end itself was hit: what follows it is part of the line now.
          expect(problem.wholeLines).toBe(line - 1);
        } else expect(problem).toMatchObject({ kind: 'damaged-line', line });
      }),
      { numRuns: 150 },
    );
  });

  it('a line cut short is refused, with the line', async () => {
    const lines = linesOf(await fileOf(await plainRun()));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lines.length - 1),
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        async (at, share) => {
          const line = lines[at] ?? '';
          const cut = line.slice(0, Math.floor((line.length - 1) * share));
          const problem = await problemIn(`${lines.with(at, cut).join('\n')}\n`);
          expect(problem).toMatchObject({ kind: 'damaged-line', line: at + 1 });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('cut off anywhere, it says how many lines were whole', async () => {
    const text = await fileOf(await plainRun());
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: bytes.length - 2 }), async (length) => {
        const left = bytes.slice(0, length);
        // A line of which only the line end is missing is whole all the same.
        const atLineEnd = bytes[length] === 0x0a ? 1 : 0;
        const wholeLines = left.filter((byte) => byte === 0x0a).length + atLineEnd;
        expect(await problemIn(left)).toEqual({ kind: 'cut-off', wholeLines });
      }),
      { numRuns: 80 },
    );
  });

  it('cut off while packed, too', async () => {
    const run = await plainRun();
    const bytes = await bytesOf(runFile(await storeWith(run), run.head.id).bytes);
    for (const length of [20, bytes.length >> 1, bytes.length - 1]) {
      expect((await problemIn(bytes.slice(0, length)))?.kind).toBe('cut-off');
    }
    const damaged = bytes.slice();
    damaged.fill(0, bytes.length >> 1, (bytes.length >> 1) + 40);
    expect(await problemIn(damaged)).not.toBeNull();
  });

  // As browsers do it; Node tells of both only when the writing ends.
  it.each<[string, RunFileProblem['kind'], Transformer<Uint8Array, Uint8Array>]>([
    ['refuses what it is given', 'damaged-packing', { transform: refuse }],
    ['refuses that it ends so', 'cut-off', { transform: () => undefined, flush: refuse }],
  ])('while packed, where the browser %s, it is %s', async (_, kind, refusing) => {
    const packed = await bytesOf(runFile(await storeWith(await plainRun()), 'run-1').bytes);
    vi.stubGlobal(
      'DecompressionStream',
      class extends TransformStream<Uint8Array, Uint8Array> {
        constructor() {
          super(refusing);
        }
      },
    );
    expect(await problemIn(packed)).toEqual({ kind, wholeLines: 0 });
  });

  it('with a line left out or there twice is refused, with the line', async () => {
    const lines = linesOf(await fileOf(await plainRun()));
    for (let at = 1; at < lines.length - 1; at += 1) {
      const what = at <= 3 ? 'case' : 'result';
      const left = [...lines.slice(0, at), ...lines.slice(at + 1)].join('\n');
      expect(await problemIn(left)).toMatchObject({ kind: 'rows', line: at + 1, what, fault: 'missing' });
      const twice = [...lines.slice(0, at + 1), ...lines.slice(at)].join('\n');
      expect(await problemIn(twice)).toMatchObject({ kind: 'rows', line: at + 2, what, fault: 'twice' });
    }
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['a blank line', '\n'],
    ['a table', 'id,text\n1,a\n'],
    ['other JSON Lines', '{"format":"assay-judgement/1"}\n'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0a)],
    ['one byte', Uint8Array.of(0x1f)],
  ])('%s is no run file', async (_, content) => {
    expect(await problemIn(content)).toEqual({ kind: 'not-a-run-file' });
  });

  it('of a newer format is told apart, whatever else it holds', async () => {
    const content = '{"format":"assay-run/8","anything":[1,2\n';
    expect(await problemIn(content)).toEqual({ kind: 'newer-format', format: 'assay-run/8' });
  });

  it('packed, where nothing can unpack it, says so', async () => {
    const run = await plainRun();
    const bytes = await bytesOf(runFile(await storeWith(run), run.head.id).bytes);
    const { DecompressionStream: unpack } = globalThis;
    Reflect.deleteProperty(globalThis, 'DecompressionStream');
    try {
      expect(await problemIn(bytes)).toEqual({ kind: 'cannot-unpack' });
    } finally {
      globalThis.DecompressionStream = unpack;
    }
  });

  type Change = (value: Record<string, unknown>) => object;
  const contract =
    (change: object): Change =>
    (value) => ({
      ...value,
      rubric: { ...given, contract: { ...membersOf(given.contract), ...change } },
    });
  const judgement =
    (change: object): Change =>
    (value) => ({
      ...value,
      judgement: { ...membersOf(value['judgement']), ...change },
    });
  const digest =
    (change: object): Change =>
    (value) => ({
      ...value,
      digest: { ...membersOf(value['digest']), ...change },
    });

  it.each<[string, number, Change, object]>([
    [
      'a rubric that does not parse',
      1,
      contract({ criteria: [] }),
      { kind: 'rubric', problems: [{ key: 'criteria' }] },
    ],
    [
      'a rubric with a mistake in CEL',
      1,
      contract({ derived: { total: 'output.nothing' } }),
      { kind: 'rubric', problems: [{ key: 'derived.total' }] },
    ],
    [
      'another rubric',
      1,
      contract({ version: '2.0.0' }),
      { kind: 'other-rubric', expected: 'small 1.0.0', got: 'small 2.0.0' },
    ],
    [
      'an unknown key',
      1,
      (value) => ({ ...value, extra: 1 }),
      { kind: 'damaged-line', line: 1, fault: 'shape' },
    ],
    [
      'a case without an id',
      2,
      (value) => ({ ...value, case: { input: {} } }),
      { kind: 'damaged-line', line: 2, fault: 'shape' },
    ],
    [
      'a case under the id of another',
      3,
      (value) => ({ ...value, case: { ...membersOf(value['case']), id: 'case 0' } }),
      { kind: 'rows', line: 3, what: 'case', fault: 'twice' },
    ],
    [
      'a case from no file',
      2,
      (value) => ({ ...value, original: { source: 1, cells: [] } }),
      { kind: 'damaged-line', line: 2, fault: 'reference' },
    ],
    [
      'a result for no case',
      5,
      (value) => ({ ...value, row: 3 }),
      { kind: 'rows', line: 5, what: 'result', fault: 'unknown' },
    ],
    [
      'a sample too many',
      5,
      (value) => ({ ...value, sample: 2 }),
      { kind: 'rows', line: 5, what: 'result', fault: 'unknown' },
    ],
    [
      'a judgement by another rubric',
      6,
      (value) =>
        judgement({ receipt: { ...membersOf(membersOf(value['judgement'])['receipt']), rubric: 'f' } })(
          value,
        ),
      { kind: 'foreign-judgement', line: 6, because: 'rubric' },
    ],
    [
      'a judgement of another case',
      6,
      judgement({ caseId: 'case 0' }),
      { kind: 'foreign-judgement', line: 6, because: 'case' },
    ],
    [
      'other criteria',
      6,
      digest({ criteria: [] }),
      { kind: 'foreign-judgement', line: 6, because: 'criteria' },
    ],
    [
      'a digest of something else',
      6,
      digest({ receipt: 'x' }),
      { kind: 'foreign-judgement', line: 6, because: 'digest' },
    ],
    [
      'a digest that flatters',
      6,
      digest({ status: 'repaired' }),
      { kind: 'foreign-judgement', line: 6, because: 'digest' },
    ],
    [
      'a shared text that is not there',
      6,
      judgement({ prompt: { shared: { line: 4 }, own: '' } }),
      { kind: 'damaged-line', line: 6, fault: 'reference' },
    ],
    [
      'fewer results than it says',
      8,
      () => ({ end: { cases: 3, results: 4 } }),
      { kind: 'rows', line: 8, what: 'result', fault: 'missing' },
    ],
    [
      'fewer cases than it says',
      8,
      () => ({ end: { cases: 4, results: 3 } }),
      { kind: 'rows', line: 8, what: 'case', fault: 'missing' },
    ],
  ])('%s is refused', async (_, line, change, expected) => {
    const lines = linesOf(await fileOf(await plainRun()));
    const changed = lines.with(line - 1, resealed(lines[line - 1] ?? '', change));
    expect(await problemIn(changed.join('\n'))).toMatchObject(expected);
  });

  it('anything after its end is refused', async () => {
    const text = await fileOf(await plainRun());
    const problem = await problemIn(`${text}${linesOf(text).at(-1) ?? ''}\n`);
    expect(problem).toMatchObject({ kind: 'damaged-line', line: 9, fault: 'after-end' });
  });
});

describe('while a run is taken in', () => {
  /** More results than are read at once, so that some are stored before the end is reached. */
  async function longRun(): Promise<WholeRun> {
    const run = await plainRun();
    const [one] = run.cases;
    if (!one) throw new Error('Expected a case.');
    const result = await resultFor(one, 0, 0, { rationale: 'fine', score: 3 });
    return { ...run, results: Array.from({ length: 350 }, () => result) };
  }

  it('no list shows it before its last line was read', async () => {
    const run = await longRun();
    const store = memoryRunStore();
    const seen: (string | null | undefined)[] = [];
    const breathe = async () => void seen.push((await store.head('run-1'))?.removed);
    const imported = await importRun(store, streamOf(await fileOf(run)), tools({ breathe }));
    expect(imported.ok).toBe(true);
    expect(seen.at(-1)).toBe('2026-04-01T00:00:00.000Z');
    expect(new Set(seen.slice(1))).toEqual(new Set(['2026-04-01T00:00:00.000Z']));
    expect((await store.head('run-1'))?.removed).toBeNull();
  });

  it.each<[string, (store: RunStore) => Partial<RunStore>]>([
    ['appending', () => ({ append: () => Promise.reject(new StorageFailure('quota', 'full')) })],
    ['showing', () => ({ changeHead: () => Promise.reject(new StorageFailure('quota', 'full')) })],
    ['creating', () => ({ create: () => Promise.reject(new StorageFailure('quota', 'full')) })],
  ])('a store that fails at %s keeps nothing of it', async (_, failing) => {
    const store = memoryRunStore();
    const over: RunStore = Object.assign(Object.create(store), {
      head: store.head.bind(store),
      create: store.create.bind(store),
      append: store.append.bind(store),
      changeHead: store.changeHead.bind(store),
      remove: store.remove.bind(store),
      ...failing(store),
    });
    const file = streamOf(await fileOf(await longRun()));
    await expect(importRun(over, file, tools())).rejects.toMatchObject({ kind: 'quota' });
    expect(await store.heads()).toEqual({ heads: [], damaged: [] });
  });

  it('what another tab stored meanwhile under its id is left alone', async () => {
    const run = await longRun();
    const store = await storeWith(run);
    const blind = {
      head: () => Promise.resolve(null),
      create: store.create.bind(store),
      append: store.append.bind(store),
      changeHead: store.changeHead.bind(store),
      remove: store.remove.bind(store),
    };
    await expect(importRun(blind, streamOf(await fileOf(run)), tools())).rejects.toThrow('stored already');
    expect(await readBack(store, 'run-1')).toEqual(run);
  });

  it('cancelling takes it back', async () => {
    const store = memoryRunStore();
    const stop = new AbortController();
    let breaths = 0;
    const breathe = () => {
      breaths += 1;
      if (breaths === 3) stop.abort(new Error('enough'));
      return Promise.resolve();
    };
    const file = streamOf(await fileOf(await longRun()));
    const taken = importRun(store, file, tools({ breathe, signal: stop.signal }));
    await expect(taken).rejects.toThrow('enough');
    expect((await store.heads()).heads).toEqual([]);
  });

  it('a file that the disk no longer gives is no damaged file', async () => {
    const gone = new DOMException('gone', 'NotReadableError');
    const file = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.error(gone),
    });
    await expect(collect(readRunFile(file))).rejects.toBe(gone);
  });
});

describe('while a run is written', () => {
  it('cancelling ends it', async () => {
    const run = await plainRun();
    const signal = AbortSignal.abort(new Error('enough'));
    const writing = collect(runFileText(await storeWith(run), run.head.id, { signal }));
    await expect(writing).rejects.toThrow('enough');
  });

  it('says how far it is, in pieces', async () => {
    const run = await plainRun();
    const [one] = run.results;
    if (!one) throw new Error('Expected a result.');
    const store = await storeWith({ ...run, results: Array.from({ length: 300 }, () => one) });
    const lines: number[] = [];
    const onProgress = (count: number) => void lines.push(count);
    const pieces = await collect(runFileText(store, run.head.id, { onProgress }));
    expect(pieces.length).toBeGreaterThan(2);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    expect(lines.at(-1)).toBe(1 + 3 + 300 + 1);
  });

  it('the page may have its turn at least every ten results', async () => {
    const run = await plainRun();
    const cases = run.cases.slice(0, 1);
    const results = Array.from({ length: 25 }, () => run.results[0]).filter((result) => result !== undefined);
    const store = await storeWith({ ...run, head: { ...run.head, cases: 1 }, cases, results });
    const breathe = vi.fn(() => null);
    await collect(runFileText(store, 'run-1', { breathe }));
    expect(breathe).toHaveBeenCalledTimes(3);
  });

  it('a run that is not there is a mistake of the caller', async () => {
    await expect(collect(runFileText(memoryRunStore(), 'x'))).rejects.toThrow('x');
  });
});
