import fc from 'fast-check';
import { canonicalJson } from '../../../../src/kit/json';
import type { RunEntry, RunHead, RunResult } from '../../../../src/sheet/run-record';
import type { CaseName, SheetCase } from '../../../../src/sheet/sheet';
import { StorageFailure, type SheetStore } from '../../../../src/sheet/sheet-store';
import {
  sampleCase,
  sampleNewCase,
  sampleResult,
  sampleRubric,
  sampleRunHead,
  sampleSheet,
  sampleSheetHead,
  sampleSource,
  sharedPrompt,
} from './sample-sheet';

/** An empty store, and the same one as a later visit finds it. */
export interface Lab {
  store: SheetStore;
  reopen: () => SheetStore;
}
export type MakeLab = (now?: () => Date) => Promise<Lab>;

const later = '2026-03-05T10:00:00.000Z';

/**
 * What every sheet store does, wherever it keeps things. Checks run in Node and inside a page alike, so they bring their own
 * way to fail: they throw.
 */
export const sheetStoreContract: Readonly<Record<string, (makeLab: MakeLab) => Promise<void>>> = {
  async 'gives back what a sheet was made of, and counts its cases'(makeLab) {
    const { store, reopen } = await makeLab();
    const created = await store.createSheet(sampleSheet('s', 1203, 7));
    const head = sampleSheetHead('s', { cases: 1203, nextKey: 1203, firstCase: '사례 0' });
    expectSame(created, head);
    const cases = Array.from({ length: 1203 }, (_, key) => sampleCase(key));
    for (const reader of [store, reopen()]) {
      expectSame(await reader.sheet('s'), head);
      expectSame(await collect(reader.cases('s')), cases);
      expectSame(await collect(reader.caseNames('s')), cases.map(caseName));
      for (const key of [0, 499, 500, 1202]) expectSame(await reader.caseAt('s', key), sampleCase(key));
      for (const key of [-1, 1203]) await expectFailure('missing', () => reader.caseAt('s', key));
    }
  },

  async 'keeps the keys that cases come with, and refuses those that do not rise'(makeLab) {
    const { store, reopen } = await makeLab();
    const given = [sampleCase(3, { hidden: true }), sampleCase(7, { revision: 4 }), sampleCase(900)];
    const head = sampleSheetHead('s', { revision: 12, cases: 99, nextKey: 99, firstCase: 'x' });
    expectSame(await store.createSheet({ head, cases: [given] }), {
      ...head,
      cases: 2,
      nextKey: 901,
      firstCase: '사례 7',
    });
    expectSame(await collect(reopen().cases('s')), given);
    expectSame(await store.caseAt('s', 7), given[1]);
    await expectFailure('missing', () => store.caseAt('s', 8));
    const backwards = [[sampleCase(1)], [sampleCase(1)]];
    await expectRejection('rising keys', () =>
      store.createSheet({ head: sampleSheetHead('t'), cases: backwards }),
    );
    expectSame(await store.sheet('t'), null);
  },

  async 'makes all of a sheet or nothing'(makeLab) {
    const { store, reopen } = await makeLab();
    const sheet = sampleSheet('s', 900, 100);
    const breaking = function* () {
      yield* sheet.cases;
      throw new Error('the file ended');
    };
    await expectRejection('the file ended', () => store.createSheet({ ...sheet, cases: breaking() }));
    expectSame(await reopen().list(), { sheets: [], runs: [], damaged: [] });
    await expectFailure('missing', () => collect(store.cases('s')));
    await store.createSheet(sheet);
    await expectRejection('stored already', () => store.createSheet(sheet));
    expectSame((await collect(store.cases('s'))).length, 900);
  },

  async 'lists sheets and runs, newest first'(makeLab) {
    const { store, reopen } = await makeLab();
    for (const [id, created] of [
      ['b', '2026-03-02T10:00:00.000Z'],
      ['c', '2026-03-03T10:00:00.000Z'],
      ['a', '2026-03-01T10:00:00.000Z'],
    ] as const) {
      await store.createSheet(sampleSheet(id, 3, 2, { created }));
      await store.createRun(sampleRunHead(`run-${id}`, id, { created }), sampleRubric);
      await store.createRun(
        sampleRunHead(`old-${id}`, id, { created: '2026-01-01T10:00:00.000Z' }),
        sampleRubric,
      );
    }
    const { sheets, runs, damaged } = await reopen().list();
    expectSame(ids(sheets), ['c', 'b', 'a']);
    expectSame(ids(runs).slice(0, 3), ['run-c', 'run-b', 'run-a']);
    expectSame(runs.length, 6);
    expectSame(damaged, []);
    expectSame(ids(await store.runs('b')), ['run-b', 'old-b']);
    expectSame(await store.runs('x'), []);
  },

  async 'knows nothing of a sheet or a run that is not there'(makeLab) {
    const { store } = await makeLab();
    expectSame(await store.sheet('x'), null);
    expectSame(await store.changeSheet('x', (head) => head), null);
    expectSame(await store.purgeHidden('x'), null);
    expectSame(await store.run('x'), null);
    expectSame(await store.changeRun('x', (head) => head), null);
    for (const act of [
      () => collect(store.cases('x')),
      () => collect(store.caseNames('x')),
      () => store.caseAt('x', 0),
      () => store.addCases('x', [sampleNewCase(0)], null),
      () => store.changeCases('x', [], null),
      () => store.hideCases('x', [0], true),
      () => store.createRun(sampleRunHead('a', 'x'), sampleRubric),
      () => store.rubric('x'),
      () => collect(store.entries('x')),
      () => store.judgement('x', 0),
      () => store.append('x', [sampleResult(0)]),
    ])
      await expectFailure('missing', act);
    await store.removeSheet('x');
    await store.removeRun('x');
    expectSame(await store.list(), { sheets: [], runs: [], damaged: [] });
  },

  async 'changes the head of a sheet, but nothing that the store itself keeps'(makeLab) {
    const { store, reopen } = await makeLab();
    const head = await store.createSheet(sampleSheet('s'));
    const wild = { cases: 9, nextKey: 9, firstCase: 'x', sources: [], revision: 9, id: 'y' };
    const changed = await store.changeSheet('s', (stored) => ({
      ...stored,
      ...wild,
      title: 'Mine',
      pinned: true,
    }));
    expectSame(changed, { ...head, title: 'Mine', pinned: true });
    expectSame(await reopen().sheet('s'), changed);
    await expectRejection('no', () =>
      store.changeSheet('s', () => {
        throw new Error('no');
      }),
    );
    expectSame(await store.sheet('s'), changed);
  },

  async 'adds cases at the end, with keys that were never used, and their file'(makeLab) {
    const { store, reopen } = await makeLab(() => new Date(later));
    await store.createSheet(sampleSheet('s', 3));
    const file = { ...sampleSource, name: 'more.csv' };
    const row = { ...sampleNewCase(1), cells: ['new-1', 'New 1'] };
    const added = await store.addCases('s', [sampleNewCase(0), row], file);
    const expected = [
      { key: 3, case: sampleNewCase(0).case, original: null, revision: 0, hidden: false },
      { key: 4, case: row.case, original: { source: 1, cells: row.cells }, revision: 0, hidden: false },
    ];
    expectSame(added.cases, expected);
    expectSame(added.refused, []);
    const sources = [sampleSource, file];
    expectSame(
      added.head,
      sampleSheetHead('s', {
        cases: 5,
        nextKey: 5,
        firstCase: '사례 0',
        sources,
        revision: 1,
        changed: later,
      }),
    );
    // The same file again keeps its place; none at all adds none.
    expectSame((await store.addCases('s', [row], file)).head.sources, sources);
    expectSame((await store.addCases('s', [sampleNewCase(2)], null)).cases[0]?.key, 6);
    await store.hideCases('s', [6], true);
    await store.purgeHidden('s');
    expectSame((await store.addCases('s', [sampleNewCase(3)], null)).cases[0]?.key, 7);
    expectSame(
      (await collect(reopen().cases('s'))).map(({ key }) => key),
      [0, 1, 2, 3, 4, 5, 7],
    );
    expectSame((await store.addCases('s', [], file)).head.revision, 5);
    await expectRejection('Expected the file', () => store.addCases('s', [sampleNewCase(8), row], null));
    expectSame((await reopen().sheet('s'))?.nextKey, 8);
    expectSame((await collect(store.cases('s'))).length, 7);
  },

  async 'keeps cases in order through additions of any size'(makeLab) {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 480, max: 1020 })), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(sizes, async (plan) => {
        const { store, reopen } = await makeLab();
        await store.createSheet(sampleSheet('s', 3));
        const expected = [0, 1, 2].map((key) => `case-${key}`);
        for (const size of plan) {
          const cases = Array.from({ length: size }, (_, n) => sampleNewCase(expected.length + n));
          await store.addCases('s', cases, null);
          expected.push(...cases.map(({ case: { id } }) => id));
        }
        const reader = reopen();
        const cases = await collect(reader.cases('s'));
        expectSame(
          cases.map(({ key, case: { id } }) => [key, id]),
          expected.map((id, key) => [key, id]),
        );
        expectSame(await collect(reader.caseNames('s')), cases.map(caseName));
        for (const key of [0, Math.floor(cases.length / 2), cases.length - 1])
          expectSame(await reader.caseAt('s', key), cases[key]);
      }),
      { numRuns: 6 },
    );
  },

  async 'keeps cases that are very long'(makeLab) {
    const { store, reopen } = await makeLab();
    const long = '길다 '.repeat(200_000);
    const cases = Array.from({ length: 9 }, (_, key) =>
      sampleCase(key, { case: { id: `case-${key}`, input: { text: key % 2 === 0 ? long : 'short' } } }),
    );
    await store.createSheet({ head: sampleSheetHead('s'), cases: [cases] });
    const change = { key: 4, revision: 0, case: { id: 'case-4', input: { text: 'now short' } } };
    await store.changeCases('s', [change], null);
    cases[4] = sampleCase(4, { case: change.case, revision: 1 });
    expectSame(await collect(reopen().cases('s')), cases);
  },

  async 'changes cases, and refuses what was made on an older text'(makeLab) {
    const { store, reopen } = await makeLab(() => new Date(later));
    await store.createSheet(sampleSheet('s', 1000, 300));
    const changed = (key: number, revision: number, text: string) => ({
      key,
      revision,
      case: { id: `case-${key}`, input: { text } },
    });
    const first = await store.changeCases('s', [changed(700, 0, 'b'), changed(0, 0, 'a')], null);
    expectSame(first.cases, [
      sampleCase(0, { case: changed(0, 0, 'a').case, revision: 1 }),
      sampleCase(700, { case: changed(700, 0, 'b').case, revision: 1 }),
    ]);
    const counts = { cases: 1000, nextKey: 1000, firstCase: 'case-0', revision: 1, changed: later };
    expectSame(first.head, sampleSheetHead('s', counts));
    const second = await reopen().changeCases('s', [changed(0, 0, 'stale'), changed(1, 0, 'c')], null);
    expectSame(second.refused, [first.cases[0]]);
    expectSame(
      second.cases.map(({ key, revision }) => [key, revision]),
      [[1, 1]],
    );
    const third = await store.changeCases('s', [changed(0, 0, 'stale')], { ...sampleSource, name: 'other' });
    expectSame(third, { head: second.head, cases: [], refused: [first.cases[0]] });
    await expectFailure('missing', () =>
      store.changeCases('s', [changed(2, 0, 'd'), changed(1000, 0, 'e')], null),
    );
    const reader = reopen();
    expectSame(await reader.sheet('s'), second.head);
    expectSame((await collect(reader.cases('s'))).map(({ case: { input } }) => input.text).slice(0, 3), [
      'a',
      'c',
      'Text of 2',
    ]);
  },

  async 'gives a changed case another row of a file, or none'(makeLab) {
    const { store } = await makeLab();
    await store.createSheet(sampleSheet('s', 2));
    const { case: same } = sampleCase(0);
    const file = { ...sampleSource, name: 'again.csv' };
    const original = async (revision: number, cells?: string[] | null) => {
      const change = { key: 0, case: same, revision, ...(cells !== undefined && { cells }) };
      return (await store.changeCases('s', [change], file)).cases[0]?.original;
    };
    expectSame(await original(0), sampleCase(0).original);
    expectSame(await original(1, ['x']), { source: 1, cells: ['x'] });
    expectSame(await original(2, null), null);
    expectSame((await store.sheet('s'))?.sources, [sampleSource, file]);
  },

  async 'hides cases and brings them back as they were'(makeLab) {
    const { store, reopen } = await makeLab(() => new Date(later));
    await store.createSheet(sampleSheet('s', 1000, 300));
    const hidden = await store.hideCases('s', [999, 0, 0, 5000], true);
    expectSame(hidden.cases, [sampleCase(0, { hidden: true }), sampleCase(999, { hidden: true })]);
    const head = { cases: 998, nextKey: 1000, firstCase: '사례 1', revision: 1, changed: later };
    expectSame(hidden.head, sampleSheetHead('s', head));
    expectSame((await store.hideCases('s', [0], true)).head, hidden.head);
    expectSame(
      (await collect(reopen().caseNames('s'))).filter((name) => name.hidden).map(({ key }) => key),
      [0, 999],
    );
    const shown = await store.hideCases('s', [0, 1, 999], false);
    expectSame(shown.cases, [sampleCase(0), sampleCase(1), sampleCase(999)]);
    expectSame(shown.head, { ...hidden.head, cases: 1000, firstCase: '사례 0', revision: 2 });
    expectSame(
      await collect(reopen().cases('s')),
      Array.from({ length: 1000 }, (_, key) => sampleCase(key)),
    );
  },

  async 'purges hidden cases and what every run says of them, and keeps the places of the rest'(makeLab) {
    const { store, reopen } = await makeLab();
    for (const id of ['s', 't']) {
      await store.createSheet(sampleSheet(id, 1100, 300));
      for (const run of ['a', 'b']) {
        await store.createRun(sampleRunHead(`${run}-${id}`, id), sampleRubric);
        await store.append(`${run}-${id}`, results(0, 3));
        await store.append(`${run}-${id}`, results(3, 700));
        await store.append(`${run}-${id}`, results(703, 397));
      }
    }
    const head = await store.sheet('s');
    await store.judgement('a-s', 1);
    const goneKeys = [1, 2, 499, 500, ...Array.from({ length: 150 }, (_, n) => 900 + n)];
    expectSame((await store.purgeHidden('s'))?.cases, 1100);
    const { head: hiddenHead } = await store.hideCases('s', goneKeys, true);
    expectSame(await store.purgeHidden('s'), hiddenHead);
    const gone = new Set(goneKeys);
    const kept = Array.from({ length: 1100 }, (_, key) => key).filter((key) => !gone.has(key));
    for (const reader of [store, reopen()]) {
      expectSame(
        await collect(reader.cases('s')),
        kept.map((key) => sampleCase(key)),
      );
      await expectFailure('missing', () => reader.caseAt('s', 500));
      for (const run of ['a-s', 'b-s']) {
        const entries = await collect(reader.entries(run));
        expectSame(
          entries.map(({ caseKey, place }) => [caseKey, place]),
          kept.map((key) => [key, key]),
        );
        expectSame(
          (await collect(reader.entries(run, 498))).slice(0, 2).map(({ place }) => place),
          [498, 501],
        );
        expectSame(
          (await reader.judgements(run, [500, 501, 1, 0, 950])).map((judgement) => judgement?.caseId ?? null),
          [null, 'case-501', null, 'case-0', null],
        );
        for (const place of [1, 950]) await expectFailure('missing', () => reader.judgement(run, place));
      }
      expectSame((await collect(reader.entries('a-t'))).length, 1100);
      expectSame((await collect(reader.cases('t'))).length, 1100);
    }
    // The log goes on where it was, over the next seal too.
    expectSame(await store.append('a-s', results(0, 1)), 1100);
    expectSame(await store.append('a-s', results(3, 600)), 1101);
    const places = (await collect(reopen().entries('a-s'))).map(({ place }) => place);
    expectSame(places, [...kept, ...Array.from({ length: 601 }, (_, n) => 1100 + n)]);
    expectSame((await reopen().judgement('a-s', 1101)).caseId, 'case-3');
    expectSame(head?.nextKey, (await store.sheet('s'))?.nextKey);
  },

  async 'purges all cases of a sheet, which takes new ones then'(makeLab) {
    const { store, reopen } = await makeLab();
    await store.createSheet(sampleSheet('s', 600));
    await store.hideCases('s', [...Array(600).keys()], true);
    await store.purgeHidden('s');
    expectSame(await collect(reopen().cases('s')), []);
    expectSame((await store.sheet('s'))?.firstCase, '');
    await store.addCases('s', [sampleNewCase(0)], null);
    expectSame(
      (await collect(reopen().caseNames('s'))).map(({ key, id }) => [key, id]),
      [[600, 'new-0']],
    );
  },

  async 'gives back what a run was made of, and stores a rubric once'(makeLab) {
    const { store, reopen } = await makeLab();
    await store.createSheet(sampleSheet('s'));
    const head = sampleRunHead('a', 's');
    await store.createRun(head, sampleRubric);
    await store.createRun(sampleRunHead('b', 's'), { ...sampleRubric, prompt: 'of the same hash' });
    expectSame(await reopen().run('a'), head);
    expectSame(await reopen().rubric(head.rubric.hash), sampleRubric);
    await expectRejection('stored already', () => store.createRun(head, sampleRubric));
    await store.removeRun('a');
    expectSame(await reopen().rubric(head.rubric.hash), sampleRubric);
    expectSame(await reopen().run('a'), null);
  },

  async 'changes the head of a run, and never loses what the person chose to a running run'(makeLab) {
    const { store, reopen } = await makeLab();
    await store.createSheet(sampleSheet('s'));
    const head = sampleRunHead('a', 's');
    await store.createRun(head, sampleRubric);
    const choices = { title: 'Mine', note: 'n', pinned: true, removed: later };
    const renamed = await store.changeRun('a', (stored) => ({ ...stored, ...choices, sheet: 'x', id: 'y' }));
    expectSame(renamed, { ...head, ...choices });
    await store.append('a', [sampleResult(0)], { ...head, milliseconds: 500, state: 'paused' });
    const expected: RunHead = { ...head, ...choices, milliseconds: 500, state: 'paused' };
    expectSame(await reopen().run('a'), expected);
    expectSame(ids(await reopen().runs('s')), ['a']);
    await store.append('a', [], { ...expected, milliseconds: 600 });
    expected.milliseconds = 600;
    await expectRejection('', () => store.append('a', [unstorable()], { ...head, milliseconds: 900 }));
    await expectRejection('no', () =>
      store.changeRun('a', () => {
        throw new Error('no');
      }),
    );
    expectSame(await store.run('a'), expected);
    expectSame((await collect(store.entries('a'))).length, 1);
  },

  async 'reads all judgements but one that is damaged, and says so of that one'(makeLab) {
    const { store, reopen } = await makeLab();
    await createRun(store, 'a');
    const spoilt = sampleResult(1);
    spoilt.judgement.receipt.tokens.prompt = 0.5;
    await store.append('a', [sampleResult(0), spoilt, sampleResult(2)]);
    for (const reader of [store, reopen()]) {
      const read = await reader.judgements('a', [2, 1, 0]);
      expectSame(
        read.map((judgement) => judgement && judgement.caseId),
        ['case-2', null, 'case-0'],
      );
      await expectFailure('damaged', () => reader.judgement('a', 1));
      expectSame((await reader.judgement('a', 2)).caseId, 'case-2');
      await expectFailure('missing', () => reader.judgements('a', [3]));
    }
  },

  async 'keeps the log through appends of any size that overlap, and reopening'(makeLab) {
    const sizes = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 40 }) },
      { weight: 2, arbitrary: fc.integer({ min: 480, max: 520 }) },
      { weight: 1, arbitrary: fc.integer({ min: 521, max: 1100 }) },
    );
    const steps = fc.array(
      fc.record({ size: sizes, wait: fc.boolean(), reopen: fc.boolean(), fails: fc.boolean() }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(1500), async (plan, from) => {
        const lab = await makeLab();
        await createRun(lab.store, 'a');
        let { store } = lab;
        const log: RunResult[] = [];
        const open: Promise<void>[] = [];
        for (const { size, wait, reopen, fails } of plan) {
          const first = log.length;
          const given = results(first, size);
          if (fails) open.push(expectRejection('', () => store.append('a', [...given, unstorable()])));
          open.push(store.append('a', given).then((place) => expectSame(place, first)));
          log.push(...given);
          if (wait) await Promise.all(open);
          if (reopen) store = lab.reopen();
        }
        await Promise.all(open);
        for (const reader of [store, lab.reopen()]) {
          expectSame(await collect(reader.entries('a')), log.map(entryOf));
          expectSame(
            (await collect(reader.entries('a', from))).map(({ place }) => place),
            [...log.keys()].slice(from),
          );
          const places = log.flatMap((_, place) => (place % 97 === 0 || place % 500 > 497 ? [place] : []));
          const judgements = await reader.judgements('a', places.toReversed());
          expectSame(
            judgements,
            places.toReversed().map((place) => log[place]?.judgement),
          );
          await expectFailure('missing', () => reader.judgement('a', log.length));
        }
      }),
      { numRuns: 8 },
    );
  },

  async 'keeps results that are very long, and prompts that differ'(makeLab) {
    const { store, reopen } = await makeLab();
    await createRun(store, 'a');
    const long = '길다 '.repeat(250_000);
    const given = Array.from({ length: 12 }, (_, key) =>
      sampleResult(key, 0, key % 3 === 0 ? long : '', `${sharedPrompt} ${key}`),
    );
    for (let key = 0; key < given.length; key += 3) await store.append('a', given.slice(key, key + 3));
    const reader = reopen();
    expectSame(await collect(reader.entries('a')), given.map(entryOf));
    for (const place of given.keys()) expectSame(await reader.judgement('a', place), given[place]?.judgement);
  },

  async 'gives a follower what is new, while more is written'(makeLab) {
    const { store, reopen } = await makeLab();
    await createRun(store, 'a');
    await store.append('a', results(0, 990));
    const keys: number[] = [];
    let written = 990;
    for await (const entries of reopen().entries('a', 10)) {
      keys.push(...entries.map(({ caseKey }) => caseKey));
      if (written < 1500) {
        await store.append('a', results(written, 170));
        written += 170;
      }
    }
    expectSame(
      keys,
      Array.from({ length: keys.length }, (_, n) => n + 10),
    );
    expectSame(keys.length, written - 10);
  },

  async 'removes a run, or a sheet with its runs, and nothing of another'(makeLab) {
    const { store, reopen } = await makeLab();
    for (const id of ['s', 'st', 't']) {
      await store.createSheet(sampleSheet(id, 700));
      for (const run of [`a-${id}`, `ab-${id}`]) {
        await store.createRun(sampleRunHead(run, id), sampleRubric);
        await store.append(run, results(0, 620));
      }
    }
    await store.judgement('a-t', 1);
    await store.judgement('a-s', 1);
    await store.removeRun('a-t');
    await store.removeSheet('s');
    for (const reader of [store, reopen()]) {
      const { sheets, runs } = await reader.list();
      expectSame(ids(sheets).toSorted(), ['st', 't']);
      expectSame(ids(runs).toSorted(), ['a-st', 'ab-st', 'ab-t']);
      for (const run of ['a-t', 'a-s', 'ab-s']) {
        await expectFailure('missing', () => reader.judgement(run, 1));
        await expectFailure('missing', () => collect(reader.entries(run)));
      }
      await expectFailure('missing', () => collect(reader.cases('s')));
      for (const run of ['a-st', 'ab-st', 'ab-t'])
        expectSame((await collect(reader.entries(run))).length, 620);
      for (const id of ['st', 't']) expectSame((await collect(reader.cases(id))).length, 700);
    }
    await store.createSheet(sampleSheet('s'));
    await store.createRun(sampleRunHead('a-s', 's'), sampleRubric);
    expectSame(await collect(store.entries('a-s')), []);
    expectSame((await collect(store.cases('s'))).length, 3);
  },
};

async function createRun(store: SheetStore, id: string): Promise<void> {
  await store.createSheet(sampleSheet('s'));
  await store.createRun(sampleRunHead(id, 's'), sampleRubric);
}

function results(first: number, count: number): RunResult[] {
  return Array.from({ length: count }, (_, n) => sampleResult(first + n));
}

/** No store can write it: it has no end. */
function unstorable(): RunResult {
  const result = sampleResult(0);
  const endless: Record<string, null> = {};
  Object.defineProperty(endless, 'self', { enumerable: true, value: endless });
  return { ...result, judgement: { ...result.judgement, output: endless } };
}

function entryOf({ judgement: _, ...rest }: RunResult, place: number): RunEntry {
  return { ...rest, place };
}

function caseName({ key, case: { id, label }, revision, hidden }: SheetCase): CaseName {
  return { key, id, label, revision, hidden };
}

function ids(heads: readonly { id: string }[]): string[] {
  return heads.map(({ id }) => id);
}

export async function collect<T>(pieces: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(...piece);
  return all;
}

export function expectSame(actual: unknown, expected: unknown): void {
  const [got, wanted] = [textOf(actual), textOf(expected)];
  if (got === wanted) return;
  let at = 0;
  while (got[at] === wanted[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 200);
  throw new Error(`Expected …${around(wanted)}… of ${wanted.length}, got …${around(got)}… of ${got.length}`);
}

function textOf(value: unknown): string {
  return value === undefined ? 'undefined' : canonicalJson(JSON.parse(JSON.stringify(value)));
}

export async function expectFailure(
  kind: StorageFailure['kind'],
  act: () => Promise<unknown>,
): Promise<void> {
  const error = await rejectionOf(act);
  if (error instanceof StorageFailure && error.kind === kind) return;
  throw new Error(`Expected a storage failure of kind ${kind}, got ${String(error)}`);
}

async function expectRejection(words: string, act: () => Promise<unknown>): Promise<void> {
  const error = await rejectionOf(act);
  if (error instanceof Error && error.message.includes(words)) return;
  throw new Error(`Expected an error with ${JSON.stringify(words)}, got ${String(error)}`);
}

async function rejectionOf(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return 'none';
}
