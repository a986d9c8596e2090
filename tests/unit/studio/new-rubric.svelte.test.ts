import { expect, it, vi } from 'vitest';
import { NewRubric, type StudioTools } from '../../../src/studio/new-rubric.svelte';
import type { DraftStore, StoredDraft } from '../../../src/studio/draft/draft-store';
import { smallRubric } from '../judgement/small-rubric';
import { proposal } from './draft/proposal-fixture';

function memoryStore(): DraftStore & { kept: () => StoredDraft | null } {
  let stored: StoredDraft | null = null;
  return {
    kept: () => stored,
    load: () => Promise.resolve(stored),
    save: (draft) => {
      stored = draft;
      return Promise.resolve(true);
    },
    forget: () => {
      stored = null;
      return Promise.resolve();
    },
  };
}

function studioOf(changes: Partial<StudioTools> = {}) {
  const store = memoryStore();
  const saved: string[] = [];
  const tools: StudioTools = {
    importText: () => Promise.resolve([proposal]),
    addOwn: (text) => {
      saved.push(text);
      return Promise.resolve({ ok: true, id: 'clear-answers', title: 'x', newer: false, stored: true });
    },
    readOwn: () => Promise.resolve({ ok: true, rubric: smallRubric(), newer: false }),
    rubricOf: () => null,
    store,
    problemInWords: ({ message }) => message,
    overallLabel: (by) => by,
    ...changes,
  };
  return { studio: new NewRubric(tools), tools, store, saved };
}

it('reads, edits, undoes, and saves once; nothing of the draft is left then', async () => {
  const { studio, store, saved } = studioOf();
  studio.text = 'a prompt';
  await studio.read();
  studio.edit({ kind: 'drop', keys: ['field:clarity'] });
  expect(studio.wentAlong.map(({ key }) => key)).toContain('criterion:clarity');
  studio.undo();
  expect(studio.draft?.proposal).toBe(proposal);
  expect(store.kept()).toMatchObject({ text: 'a prompt', draft: { text: 'a prompt', choice: 0 } });
  expect(await studio.save()).toMatchObject({ id: 'clear-answers', cases: proposal.cases });
  expect(saved).toHaveLength(1);
  expect([studio.draft, studio.text, store.kept(), studio.wasDiscarded]).toEqual([null, '', null, false]);
});

it('makes a draft again from its text and its edits', async () => {
  const other = { ...proposal, title: 'Other' };
  const { studio, tools } = studioOf({ importText: () => Promise.resolve([proposal, other]) });
  await studio.bring('a file');
  studio.choose(other);
  studio.edit({ kind: 'drop', keys: ['field:clarity'] });
  studio.edit({ kind: 'title', title: 'Mine' });
  studio.undo();
  studio.edit({ kind: 'id', id: 'mine' });
  const later = new NewRubric(tools);
  await later.load();
  expect(later.draft).toEqual(studio.draft);
  expect([later.text, later.draft?.id, later.draft?.proposal.title]).toEqual(['a file', 'mine', 'Other']);
});

it('asks which of several prompts is meant, and says when there is none or reading fails', async () => {
  const other = { ...proposal, title: 'Other' };
  const { studio } = studioOf({ importText: () => Promise.resolve([proposal, other]) });
  await studio.bring('a file');
  expect([studio.choices.length, studio.draft]).toEqual([2, null]);
  studio.choose(other);
  expect(studio.draft?.id).toBe('other');

  const none = studioOf({ importText: () => Promise.resolve([]) }).studio;
  await none.bring('nothing');
  expect(none.trouble?.kind).toBe('nothing-found');
  const broken = studioOf({ importText: () => Promise.reject(new Error('no worker')) }).studio;
  await broken.bring('text');
  expect(broken.trouble).toEqual({ kind: 'failed', message: 'no worker' });
});

it('refuses a text that no rubric could hold, before it is read or shown', async () => {
  const { studio } = studioOf({ importText: () => Promise.reject(new Error('read')) });
  await studio.bring('x'.repeat(500_001));
  expect([studio.trouble, studio.text]).toEqual([{ kind: 'too-long', message: '500001' }, '']);
});

it('stops reading when it is cancelled, and says nothing of it', async () => {
  const importText: StudioTools['importText'] = (_, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  const { studio } = studioOf({ importText });
  const brought = studio.bring('one');
  await vi.waitUntil(() => studio.reading);
  studio.stopReading();
  await brought;
  expect([studio.reading, studio.trouble, studio.draft, studio.text]).toEqual([false, null, null, 'one']);
});

it('another prompt takes the place of a draft, and undo leads back', async () => {
  const { studio, tools } = studioOf();
  await studio.bring('one');
  tools.importText = () => Promise.resolve([{ ...proposal, title: 'Other' }]);
  await studio.bring('two');
  expect(studio.draft?.proposal.title).toBe('Other');
  studio.undo();
  expect(studio.draft?.proposal).toBe(proposal);
});

it('a rubric of the same id becomes a new version, or gives way to a free id', async () => {
  const taken: Record<string, string> = { 'clear-answers': '1.4.0', 'clear-answers-2': '1.0.0' };
  const rubricOf = (id: string) => (taken[id] ? { kind: 'own' as const, version: taken[id] } : null);
  const { studio, saved } = studioOf({ rubricOf });
  await studio.bring('one');
  expect([studio.taken, studio.freeId]).toEqual(['own', 'clear-answers-3']);
  await studio.save();
  expect(saved[0]).toMatch(/^version: 1\.5\.0$/m);
});

it('a rubric file is given back, so that it is looked at before it is saved', async () => {
  const { studio, saved } = studioOf();
  const file = '---\nformat: assay-rubric/1\n---\nJudge.';
  expect(await studio.bring(file)).toMatchObject({ rubric: { id: 'small' }, text: file });
  expect([saved, studio.text]).toEqual([[], file]);
});

it('says whether the browser holds the draft as it is now', async () => {
  const { studio, store } = studioOf();
  await studio.bring('one');
  await vi.waitUntil(() => studio.kept === 'kept');
  studio.edit({ kind: 'id', id: 'mine' });
  expect(studio.kept).toBe('pending');
  await vi.waitUntil(() => studio.kept === 'kept');
  store.save = () => Promise.resolve(false);
  studio.edit({ kind: 'id', id: 'other' });
  await vi.waitUntil(() => studio.kept === 'refused');
});
