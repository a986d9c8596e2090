import { describe, expect, it } from 'vitest';
import type { ReadCases } from '../../../src/cases/read/read-file';
import { csvFile, importWith, readHere, type ImportDesk } from '../sheet/import-for-tests';

const three = 'id,text,note\na,one,x\nb,,y\nc,three,z\n';
const png = csvFile(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'picture.png');

/** A preview with a mended cell, a row left out and a column chosen by hand. */
async function prepared(text: string | Uint8Array<ArrayBuffer> = three): Promise<ImportDesk> {
  const desk = importWith();
  await desk.caseImport.open([csvFile(text)]);
  await desk.preview().changeCell(1, 1, 'two');
  desk.preview().skip([2]);
  await desk.preview().map({ kind: 'label', column: 2 });
  return desk;
}
const prepareState = ({ preview }: ImportDesk) => ({
  rows: preview().table.rows.map((row) => row.join(',')),
  skipped: [...preview().skipped],
  label: preview().mapping.label,
});
const asPrepared = { rows: ['a,one,x', 'b,two,y', 'c,three,z'], skipped: [2], label: 2 };

describe('a file', () => {
  it('is read, mapped and looked through before anything is on the desk', async () => {
    const { caseImport, workbench, preview } = importWith();
    await caseImport.open([csvFile(three)]);
    expect(preview().mapping).toEqual({ inputs: { text: 1 }, id: 0, gold: {} });
    expect(preview().problems).toEqual([{ kind: 'missing', row: 2, input: 'text' }]);
    expect(preview().problemRows).toEqual([1]);
    expect(preview().count).toBe(3);
    expect(workbench.cases).toEqual([]);
  });

  it('is taken with what was mended, without what was left out', async () => {
    const { caseImport, workbench } = await prepared();
    await caseImport.take();
    expect(caseImport.state).toEqual({ kind: 'idle' });
    expect(workbench.cases).toEqual([
      { id: 'a', label: 'x', input: { text: 'one' } },
      { id: 'b', label: 'y', input: { text: 'two' } },
    ]);
  });

  it('is not taken while a required input has no column', async () => {
    const { caseImport, workbench, preview } = await prepared();
    await preview().map({ kind: 'inputs', name: 'text', column: null });
    expect(preview().unmapped.map(({ name }) => name)).toEqual(['text']);
    expect(caseImport.ready).toBe(false);
    await caseImport.take();
    expect(workbench.cases).toEqual([]);
  });

  it('is found mapped as it was when it comes again', async () => {
    const { caseImport, preview } = await prepared();
    await caseImport.take();
    await caseImport.open([csvFile(three, 'again.csv')]);
    expect(preview().mapping.label).toBe(2);
  });

  it('that never ends being read can be cancelled, and what comes late is dropped', async () => {
    let finish = () => {};
    const slow: ReadCases = async (source, choices, options) => {
      options?.onProgress?.(0.5);
      await new Promise<void>((resolve) => (finish = resolve));
      return readHere(source, choices);
    };
    const { caseImport } = importWith({ read: slow });
    const reading = caseImport.open([csvFile(three)]);
    await expect
      .poll(() => caseImport.state)
      .toEqual({
        kind: 'reading',
        name: 'cases.csv',
        share: 0.5,
        again: false,
      });
    caseImport.stopReading();
    expect(caseImport.state).toEqual({ kind: 'idle' });
    finish();
    await reading;
    expect(caseImport.state).toEqual({ kind: 'idle' });
  });

  it('whose reader cannot be loaded is refused, and read when it is tried again', async () => {
    let online = false;
    const { caseImport, preview } = importWith({
      loadReader: () => (online ? Promise.resolve(readHere) : Promise.reject(new Error('no network'))),
    });
    await caseImport.open([csvFile(three)]);
    expect(caseImport.state).toMatchObject({
      kind: 'failed',
      refusal: { name: 'cases.csv', failure: { code: 'unavailable', detail: 'no network' } },
    });
    online = true;
    await caseImport.retry();
    expect(preview().count).toBe(3);
    expect(caseImport.refusal).toBeNull();
  });
});

describe('a preview', () => {
  it.each<[string, (desk: ImportDesk) => Promise<void> | void]>([
    ['a wrong file', ({ caseImport }) => caseImport.open([png])],
    ['an empty file', ({ caseImport }) => caseImport.open([csvFile('')])],
    [
      'a folder',
      ({ caseImport }) => {
        caseImport.refuse('a folder', 'folder');
      },
    ],
    ['several files of which one is wrong', ({ caseImport }) => caseImport.openThese([csvFile(three), png])],
    ['an encoding it does not have', ({ caseImport }) => caseImport.reread({ encoding: 'utf-16le' })],
  ])('stays exactly as it was after %s, which is refused', async (_, bring) => {
    // Bytes that are half a character in UTF-16.
    const desk = await prepared(three.slice(0, -1));
    const before = desk.preview();
    await bring(desk);
    expect(desk.caseImport.refusal).not.toBeNull();
    expect(desk.preview()).toBe(before);
    expect(prepareState(desk)).toEqual(asPrepared);
    desk.caseImport.refusal = null;
    expect(desk.caseImport.refusal).toBeNull();
    expect(desk.preview()).toBe(before);
  });

  it('keeps everything when only the encoding is another', async () => {
    // The two bytes of this letter are a Korean one in EUC-KR.
    const desk = await prepared(three.replace('one', '\u00e9'));
    expect(desk.preview().table.rows[0]?.[1]).toBe('\u00e9');
    await desk.caseImport.reread({ encoding: 'euc-kr' });
    expect(prepareState(desk)).toEqual({ ...asPrepared, rows: ['a,챕,x', 'b,two,y', 'c,three,z'] });
    expect(desk.caseImport.leftBehind).toBeNull();
  });

  it('says what another way of reading left behind, and goes back to it', async () => {
    const desk = await prepared();
    const { caseImport } = desk;
    await caseImport.reread({ header: false });
    expect(caseImport.leftBehind).not.toBeNull();
    expect(prepareState(desk)).toMatchObject({ skipped: [], label: undefined });
    caseImport.backToBefore();
    expect(prepareState(desk)).toEqual(asPrepared);
    expect(caseImport.leftBehind).toBeNull();
    await expect.poll(() => caseImport.ready).toBe(true);
  });

  it('is mapped for another rubric, keeps its rows, and finds its columns again on the way back', async () => {
    const desk = await prepared();
    const { caseImport, workbench, preview } = desk;
    void workbench.chooseRubric('second');
    await caseImport.rubricChanged();
    expect(preview().rubric?.id).toBe('second');
    expect(prepareState(desk)).toEqual({ ...asPrepared, label: undefined });
    void workbench.chooseRubric('first');
    await caseImport.rubricChanged();
    expect(prepareState(desk)).toEqual(asPrepared);
    await caseImport.take();
    expect(workbench.cases.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('cannot be taken before it is mapped for the rubric that was chosen', async () => {
    const { caseImport, workbench } = await prepared();
    void workbench.chooseRubric('second');
    expect(caseImport.ready).toBe(false);
    await caseImport.take();
    expect(workbench.cases).toEqual([]);
  });
});

describe('ids that are on the desk', () => {
  const again = 'id,text\nb,new\nd,four\na,one\n';
  async function asked(): Promise<ImportDesk> {
    const desk = importWith();
    await desk.caseImport.open([csvFile('id,text\na,one\nb,two\nc,three\n')]);
    await desk.caseImport.take();
    await desk.workbench.judgeAll();
    await desk.caseImport.open([csvFile(again, 'again.csv')]);
    await desk.caseImport.take();
    return desk;
  }
  const onDesk = ({ workbench }: ImportDesk) =>
    workbench.cases.map(({ id, input }) => {
      const found = workbench.sheet.judged(id);
      const judged = found ? (found.outdated ? ', outdated' : ', judged') : '';
      return `${id}: ${input['text'] ?? ''}${judged}`;
    });
  const untouched = ['a: one, judged', 'b: two, judged', 'c: three, judged'];

  it('are asked about before anything changes', async () => {
    const desk = await asked();
    expect(desk.caseImport.known).toEqual({ examples: ['b', 'a'], count: 2 });
    expect(onDesk(desk)).toEqual(untouched);
  });

  it('are replaced, which makes a judgement of another text outdated, and come back', async () => {
    const desk = await asked();
    await desk.caseImport.take('keep');
    expect(onDesk(desk)).toEqual(['a: one, judged', 'b: new, outdated', 'c: three, judged', 'd: four']);
    expect(desk.workbench.changes.last?.cases).toHaveLength(2);
    expect(desk.workbench.sheet.selectedId).toBe('b');
    await desk.workbench.changes.undo();
    expect(onDesk(desk)).toEqual([...untouched, 'd: four']);
    expect(desk.workbench.changes.last).toBeNull();
  });

  it('are given new ids, beside what is there', async () => {
    const desk = await asked();
    await desk.caseImport.take('rename');
    expect(onDesk(desk)).toEqual([...untouched, 'b (2): new', 'd: four', 'a (2): one']);
    expect(desk.workbench.changes.last).toBeNull();
  });

  it('are no matter where rows have only their number', async () => {
    const desk = importWith();
    for (const text of ['text\none\n', 'text\ntwo\n']) {
      await desk.caseImport.open([csvFile(text)]);
      await desk.caseImport.take();
      expect(desk.caseImport.known).toBeNull();
    }
    expect(onDesk(desk)).toEqual(['row-1: one', 'row-1 (2): two']);
  });
});

it('joins files, and says in which of them a row stood that was shorter', async () => {
  const { caseImport, preview } = importWith();
  await caseImport.open([
    csvFile('id,text\na,1\n', 'one.csv'),
    csvFile('id,text,x\na\nb,2,3\nc,4,5\n', 'two.csv'),
  ]);
  const { state } = caseImport;
  if (state.kind !== 'several') throw new Error(`Expected a question, got ${state.kind}.`);
  await caseImport.openThese(state.files);
  expect(preview().read.notes).toEqual([
    { kind: 'short-row', at: 2, expected: 3, found: 1, place: { kind: 'row', number: 2, file: 'two.csv' } },
  ]);
  expect([0, 1, 3].map((row) => preview().read.placeOf(row))).toEqual([
    { kind: 'row', number: 2, file: 'one.csv' },
    { kind: 'row', number: 2, file: 'two.csv' },
    { kind: 'row', number: 4, file: 'two.csv' },
  ]);
  expect(preview().problems).toMatchObject([
    { kind: 'missing', row: 2 },
    { kind: 'repeated-id', row: 2, id: 'a', givenId: 'a (2)' },
  ]);
});
