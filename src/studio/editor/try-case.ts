import type { Case } from '../../cases/case';
import type { ModelJudge } from '../../judgement/judge';
import { judgeCase } from '../../judgement/judge-case';
import type { Judgement } from '../../judgement/judgement';
import type { Mode } from '../../judgement/prompt/build-prompt';
import { prepareRubric, type World } from '../../judgement/ready-rubric';
import type { RubricResult } from '../../rubric/file/rubric-problem';
import type { Rubric } from '../../rubric/rubric';
import { previewPrompt } from '../../sheet/run/judging';

/** A reply that was given once, to be read by a rubric as it is now. Null: rules only. */
export interface GivenReply {
  text: string;
  mode: Mode;
}

export interface Trial {
  judgement: Judgement;
  /** What a judge would get. */
  prompt: Judgement['prompt'];
}

export interface TryOrder {
  rubrics: readonly Rubric[];
  subject: Case;
  reply: GivenReply | null;
}
/** What is done beside the page, so that typing never waits. Aborting ends it. */
export interface EditorWork {
  read: (text: string, signal: AbortSignal) => Promise<RubricResult>;
  tryCase: (order: TryOrder, signal: AbortSignal) => Promise<Trial[]>;
}

/** Nothing of it is kept, so neither the time nor the word that fences a case need differ. */
function world(): World {
  let drawn = 0;
  return {
    random: () => `preview${String((drawn += 1)).padStart(5, '0')}`,
    now: () => new Date(0),
    build: '',
  };
}

/** One case by each version of a rubric. */
export function tryVersions({ rubrics, subject, reply }: TryOrder): Promise<Trial[]> {
  return Promise.all(rubrics.map((rubric) => tryCase(rubric, subject, reply)));
}

async function tryCase(rubric: Rubric, subject: Case, reply: GivenReply | null): Promise<Trial> {
  const ready = prepareRubric(rubric, null);
  const { signal } = new AbortController();
  const mode = reply?.mode ?? 'model-alone';
  const judge = reply ? replying(reply.text) : ({ kind: 'program', id: 'rules' } as const);
  const judgement = await judgeCase(ready, subject, {
    judge,
    mode,
    tellFacts: false,
    signal,
    world: world(),
  });
  const options = { mode, tellFacts: false, asking: 'case' as const, world: world() };
  return { judgement, prompt: previewPrompt(ready, subject, options) };
}

function replying(text: string): ModelJudge {
  const told = { model: 'stored', parameters: {} };
  return {
    kind: 'model',
    id: 'stored',
    describe: () => told,
    ask: () => Promise.resolve({ text, stop: 'complete', ...told }),
  };
}

/** The reply as it came. One that was asked for in parts is put together from what was read of it. */
export function storedReply({ attempts, output, receipt }: Judgement): GivenReply | null {
  if (receipt.mode === 'rules-only' || receipt.mode === 'person') return null;
  const last = attempts.at(-1);
  if (last && last.part === undefined) return { text: last.reply.text, mode: receipt.mode };
  return output === null || !last ? null : { text: JSON.stringify(output), mode: 'model-alone' };
}
