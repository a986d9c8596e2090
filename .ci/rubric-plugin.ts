import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { parse } from 'yaml';

const RUBRIC_FILE = /[\\/]rubric\.md$/;
const FRONT_MATTER = /^\uFEFF?---[^\S\n]*\r?\n(?<yaml>[\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)(?<body>[\s\S]*)$/;

/** Lets code import `rubrics/<id>/rubric.md` as `{ contract, prompt }`, the YAML already read. */
export function rubricFiles(): Plugin {
  return {
    name: 'assay:rubric-files',
    enforce: 'pre',
    async load(id) {
      if (!RUBRIC_FILE.test(id)) return null;
      this.addWatchFile(id);
      const text = await readFile(id, 'utf8');
      const parts = FRONT_MATTER.exec(text)?.groups;
      if (parts?.['yaml'] === undefined || parts['body'] === undefined) {
        this.error(`${id}: expected YAML front matter between two lines of ---, got none`);
      }
      const contract: unknown = parse(parts['yaml']);
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify({ contract, prompt: parts['body'] }))});`,
        map: null,
        moduleType: 'js',
      };
    },
  };
}
