import { bandOf, type LevelGroup } from './level-forms';
import type { Sample, SampleEntry } from '../reply/json-like';

/** Levels that stand as data in the text: `"accuracy": {"0": "wrong", "5": "right"}`. The lines are not known here. */
export function levelsOfSample(sample: Sample, title = ''): LevelGroup[] {
  if (sample.kind === 'list') return sample.items.flatMap((item) => levelsOfSample(item, title));
  if (sample.kind === 'value') return [];
  const own = levelsOf(sample.entries);
  if (own.length > 1) return [{ levels: own, firstLine: 0, lastLine: 0, form: 'table', title }];
  const name = sample.entries.find(({ key }) => /^(?:name|criterion|title|id|dimension)$/iu.test(key))?.value;
  const named = name?.kind === 'value' ? name.words.map(({ text }) => text).join(' ') : title;
  return sample.entries.flatMap(({ key, value }) =>
    levelsOfSample(
      value,
      /^(?:levels?|scales?|scores?|descriptors|anchors|rubric)$/iu.test(key) ? named : key,
    ),
  );
}

function levelsOf(entries: readonly SampleEntry[]): LevelGroup['levels'] {
  const levels = entries.flatMap(({ key, keySpan, value }) => {
    const at = bandOf(key);
    if (at === undefined || value.kind !== 'value' || !value.words.some(({ quoted }) => quoted)) return [];
    const description = value.words.map(({ text }) => text).join(' ');
    return [{ at, name: '', description, span: { from: keySpan.from, to: value.span.to }, line: 0 }];
  });
  return levels.length === entries.length ? levels : [];
}
