import { criterionPath } from '../model/criterion-path';
import type { Json } from '../model/json';
import type { Known } from '../model/judgement';
import type { Path } from '../model/path';
import type { Spread, Vote } from '../model/repeats';
import type { Rubric } from '../model/rubric';
import type { Findings } from '../model/run';
import type { Samples } from './samples';

/** A column about all samples of a case: its name without the prefix, and its cell. */
interface SampleColumn {
  name: string;
  cell: (samples: Samples) => string;
}

/** All columns of this kind begin with it. */
export const samplesColumn = 'samples';
const own = ['count', 'scored', 'score', 'verdict'];

/**
 * Where cases were judged several times: how often, how many of these have a score, and for each number its mean and
 * spread, for each label what most say and their share, over the scored ones alone. `.each` has the single values in order,
 * as a JSON list with null where one has no score. The other columns of the row are those of the first judgement
 * with a score.
 */
export function sampleColumns(rubric: Pick<Rubric, 'criteria'>): SampleColumn[] {
  const columns: SampleColumn[] = [
    { name: 'count', cell: ({ together }) => String(together.samples) },
    { name: 'scored', cell: ({ together }) => String(together.scored) },
    ...pointColumns(
      'score',
      ({ together }) => together.score,
      ({ score }) => score,
    ),
    ...labelColumns(
      'verdict',
      ({ together }) => together.verdict,
      ({ verdict }) => verdict,
    ),
    ...rubric.criteria.flatMap((criterion, place) => {
      const name = nameFor(criterionPath(criterion));
      const known = ({ criteria }: Findings) => criteria[place] ?? undefined;
      return criterion.choice === undefined
        ? pointColumns(name, (samples) => spreadAt(samples, place), known)
        : labelColumns(name, (samples) => voteAt(samples, place), known);
    }),
  ];
  return columns.map(({ name, cell }) => ({ name: `${samplesColumn}.${name}`, cell }));
}

/** A criterion whose path is one of our names makes room for ours. */
function nameFor(path: Path): string {
  const [first = ''] = path.split('.');
  return own.includes(first) || first === 'output' ? `output.${path}` : path;
}

function spreadAt({ together }: Samples, place: number): Spread | null {
  const criterion = together.criteria[place];
  return criterion?.kind === 'points' ? criterion.spread : null;
}

function voteAt({ together }: Samples, place: number): Vote | null {
  const criterion = together.criteria[place];
  return criterion?.kind === 'label' ? criterion.vote : null;
}

function pointColumns(
  name: string,
  spread: (samples: Samples) => Spread | null,
  known: (digest: Findings) => Known | undefined,
): SampleColumn[] {
  return [
    { name: `${name}.mean`, cell: (samples) => figure(spread(samples)?.mean) },
    { name: `${name}.spread`, cell: (samples) => figure(spread(samples)?.deviation) },
    each(name, known),
  ];
}

/** A tie has no majority; its share is that of each of those that tie. */
function labelColumns(
  name: string,
  vote: (samples: Samples) => Vote | null,
  known: (digest: Findings) => Known | undefined,
): SampleColumn[] {
  const majority = (samples: Samples) => {
    const said = vote(samples);
    return said?.kind === 'majority' ? said.value : '';
  };
  const share = (samples: Samples) => {
    const said = vote(samples);
    return figure(said && said.count / said.of);
  };
  return [
    { name: `${name}.majority`, cell: majority },
    { name: `${name}.share`, cell: share },
    each(name, known),
  ];
}

function each(name: string, known: (digest: Findings) => Known | undefined): SampleColumn {
  const value = (digest: Findings): Json => {
    if (digest.status === 'partial' || digest.status === 'unscored') return null;
    const said = known(digest);
    return said?.kind === 'value' ? said.value : null;
  };
  return { name: `${name}.each`, cell: ({ single }) => JSON.stringify(single.map(value)) };
}

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
