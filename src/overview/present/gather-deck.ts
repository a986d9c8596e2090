import { judgementViewWords } from '../../i18n/judgement-view-words';
import { overviewWords } from '../../i18n/overview-words';
import { presentWords } from '../../i18n/present-words';
import type { Preferences } from '../../i18n/preferences.svelte';
import { judgedBy } from '../../judgement/view/format';
import type { Rubric } from '../../rubric/rubric';
import { Tally } from '../../sheet/figures/tally';
import { combinedDigest } from '../../sheet/figures/measure';
import { samplesOf } from '../../sheet/results/judged-case';
import type { JudgementReader } from '../../sheet/results/judgement-reader.svelte';
import type { RubricVersions } from '../../sheet/rubric-versions.svelte';
import { exampleName, sheetFileName } from '../../sheet/run-names';
import type { RunHead } from '../../sheet/run-record';
import type { SheetState } from '../../sheet/sheet-state.svelte';
import { figuresOf } from '../figures';
import type { DeckWords, PresentedCase } from './case-slide';
import { chooseCases, deckOf, type Chosen, type DeckSource, type Room } from './deck';
import type { Deck } from './slide';

interface Given {
  sheet: SheetState;
  reader: Pick<JudgementReader, 'read'>;
  rubrics: RubricVersions;
  preferences: Pick<Preferences, 't' | 'language'>;
}

export type MakeDeck = (names: 'shown' | 'hidden', room: Room) => Deck;

/** The run in focus as it is stored now. Null where the sheet has no rubric. */
export async function gatherDeck({ sheet, reader, rubrics, preferences }: Given): Promise<MakeDeck | null> {
  const { focus, rubric: written } = sheet;
  if (!written) return null;
  const { t, language } = preferences;
  const words: DeckWords = {
    language,
    t,
    judgement: judgementViewWords[language],
    present: presentWords[language],
    overview: overviewWords[language],
  };
  const rubric = (await rubrics.library.localised(written, language))?.rubric ?? written;
  const { rows } = sheet.cases;
  const subjects = rows.map(({ key, case: subject }, row) => {
    const judged = focus?.peek(key);
    const samples = judged && !judged.outdated ? samplesOf(judged) : [];
    return { row, name: sheet.nameOf(subject), judged, samples, outdated: judged?.outdated ?? false };
  });
  const figures = figuresOf(rubric, subjects);
  const errorsIn = (row: number) => combinedDigest(rubric, subjects[row]?.samples ?? [])?.failedErrors ?? 0;
  const isStarred = (row: number) => sheet.starred.has(rows[row]?.case.id ?? '');

  async function present({ row, why }: Chosen): Promise<PresentedCase[]> {
    const [subject, given] = [rows[row]?.case, subjects[row]];
    if (!subject || !given) return [];
    const { judged, samples, name } = given;
    const shown = { row, name, why, input: subject.input, samples: samples.length };
    if (!judged) return [{ ...shown, judgement: 'waiting' }];
    if (judged.outdated) return [{ ...shown, judgement: 'outdated' }];
    const judgement = await reader
      .read(judged.at)
      .then((stored) => rubrics.judgementIn(language, written ?? rubric, subject, stored))
      .catch(() => 'unreadable' as const);
    return [{ ...shown, judgement }];
  }
  const presented = await Promise.all(chooseCases(figures.cases, isStarred, errorsIn).map(present));
  const source: DeckSource = {
    fileName: sheetFileName(sheet.head, rubric),
    rubric,
    purpose: rubric.summary ?? firstSentence(rubric),
    run: focus && runInWords(focus.head, words),
    figures,
    summary: focus?.summary ?? new Tally().summary(),
    presented: presented.flat(),
  };
  return (names, room) => {
    const nameOf = (row: number, name: string) => (names === 'shown' ? name : words.present.case(row + 1));
    const renamed = <T extends { row: number; name: string }>(list: readonly T[]) =>
      list.map((one) => ({ ...one, name: nameOf(one.row, one.name) }));
    return deckOf(
      {
        ...source,
        presented: renamed(source.presented),
        figures: { ...figures, cases: renamed(figures.cases) },
      },
      words,
      room,
    );
  };
}

function firstSentence({ purpose }: Rubric): string {
  return /^[^]*?[.!?。](?=\s|$)/.exec(purpose)?.[0] ?? purpose;
}

function runInWords({ judge, settings, changed }: RunHead, { t, language }: DeckWords) {
  const mode = { program: 'rules-only', person: 'person', model: settings.mode } as const;
  const name = exampleName(judge, t);
  return {
    judge: name ?? judgedBy({ judge: judge.id, model: judge.model, mode: mode[judge.kind] }, t),
    kind: name !== null ? 'example' : judge.kind === 'program' ? 'rules' : 'judge',
    date: new Date(changed).toLocaleDateString(language, { dateStyle: 'long' }),
  } as const;
}
