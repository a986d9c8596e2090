import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { buildName } from './.ci/build-name.ts';
import { fewChunks } from './.ci/few-chunks-plugin.ts';
import { leanZod } from './.ci/lean-zod-plugin.ts';
import { relaxCspInDev } from './.ci/relax-csp-plugin.ts';
import { rubricFiles } from './.ci/rubric-plugin.ts';

export default defineConfig({
  // Relative, so that the built page works from any folder of a static host.
  base: './',
  plugins: [
    rubricFiles(),
    relaxCspInDev(),
    fewChunks(),
    leanZod(),
    svelte({ configFile: false, compilerOptions: { runes: true } }),
  ],
  define: { __BUILD__: JSON.stringify(buildName()) },
  build: {
    target: 'es2023',
    manifest: true,
    // Every browser of the target preloads modules by itself.
    modulePreload: {
      polyfill: false,
      // Parts that come later find what they import by themselves: all are fetched ahead, and lists of them would make the first load longer.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => file.endsWith('.css')) : needed,
    },
    // A rubric file that is offered for download must be a file, however short it is.
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  test: {
    allowOnly: false,
    // Properties run long on a machine that does other work too; a test that hangs is still seen.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    // One core less is the default, which on two cores is half of them.
    maxWorkers: '100%',
    // What a test puts in the place of a global or a method is gone before the next.
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{unit,contracts}/**/*.test.ts'],
          exclude: ['**/*.svelte.test.ts'],
          // Pure code keeps nothing between tests, so its files share what they import: most of the time went into that.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [svelteTesting()],
        // One document for all: what a test mounts is unmounted after it.
        test: {
          name: 'component',
          include: ['tests/unit/**/*.svelte.test.ts'],
          environment: 'happy-dom',
          pool: 'threads',
          isolate: false,
        },
      },
      // Reads dist, so it runs after the build.
      { extends: true, test: { name: 'build', include: ['tests/build/**/*.test.ts'] } },
    ],
  },
});
