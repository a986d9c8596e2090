import type { Plugin } from 'vite';

/**
 * Leaves zod's writer of JSON Schema out of the page: every schema of zod carries it, and only tests call it. That is 5 kB of
 * the first load.
 */
export function leanZod(): Plugin {
  return {
    name: 'assay:lean-zod',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        const stub = 'const absent = () => () => { throw new Error("This page writes no JSON Schema."); };';
        return {
          code: `${stub}\n${names.map((name) => `export const ${name} = absent;`).join('\n')}`,
          map: null,
        };
      },
    },
  };
}
