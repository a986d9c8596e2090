import { isMap, isSeq, parseDocument } from 'yaml';
import { splitFrontMatter } from './split-front-matter';

/** The text of a rubric file with its per-run inputs filled in, as its next version. All else stays to the letter, comments too. */
export function fillRunInputs(text: string, values: Readonly<Record<string, string>>): string {
  const parts = splitFrontMatter(text);
  if (!parts.ok) return text;
  const document = parseDocument(parts.yaml, { logLevel: 'silent' });
  for (const key of ['inputs', 'run_inputs']) {
    const inputs = document.get(key);
    for (const input of isSeq(inputs) ? inputs.items : []) {
      if (!isMap(input) || (input.get('per') !== 'run' && key === 'inputs')) continue;
      const value = values[String(input.get('name'))];
      if (value !== undefined) input.set('value', value);
    }
  }
  const [major, minor, patch = 0] = String(document.get('version')).split('.').map(Number);
  document.set('version', `${major}.${minor}.${patch + 1}`);
  return `---\n${document.toString({ lineWidth: 0 })}---\n${parts.body}`;
}
