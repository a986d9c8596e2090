import type { Plugin } from 'vite';

/**
 * Builds the page from few files. A chunk for each set of modules that are needed together would be 160 of them, most under a
 * kilobyte. Builds of anything else, such as benchmarks, name what they build and are left alone.
 */
export function fewChunks(): Plugin {
  return {
    name: 'assay:few-chunks',
    apply: 'build',
    config: ({ build }) =>
      build?.rolldownOptions?.input === undefined ? { build: { rolldownOptions: { output } } } : {},
  };
}

const output = {
  // A shared chunk is called after all that share it, at length.
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
  assetFileNames: ({ names: [name = ''] }: { names: readonly string[] }) =>
    `assets/${name.replace(/~.*|\.[^.]*$/, '')}-[hash][extname]`,
  codeSplitting: {
    groups: [
      {
        name: 'start',
        tags: ['$initial' as const],
        // The entry waits at its top level for parts that import from this chunk, so it must not be in it.
        test: /^(?!.*\/(?:index\.html|src\/main\.ts)$)/,
        priority: 1,
      },
      // The first rubric needs it before anything else: apart from the CEL engine, with which it would be merged.
      {
        name: 'contract',
        test: /\/src\/rubric\/(?:file\/(?:read-contract|check-contract|output|rubric-problem)|shape\/fields)\.ts$/,
        priority: 1,
      },
      { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
    ],
  },
};
