import { describe, expect, it } from 'vitest';
import { importRules } from '../../../.ci/import-rules.mjs';
import { brokenRules, svelteImports } from '../../../.ci/lib/svelte-imports.mjs';

const files = new Set(['src/sheet/context.ts', 'src/i18n/language.svelte.ts', 'src/kit/theme.ts']);

describe('the imports of a component', () => {
  it('are read from all its scripts, types too', () => {
    const text = `<script module lang="ts">
  import type { Theme } from '../../kit/theme';
</script>
<script lang="ts">
  import { onMount } from 'svelte';
  import { useSheet, type Sheet } from '../../sheet/context';
  import type { Language } from '../../i18n/language.svelte';
  import '../gone';
</script>
<p>import type { X } from './not-a-script';</p>`;
    expect(svelteImports('src/app/shell/A.svelte', text, (path) => files.has(path))).toEqual([
      'src/kit/theme.ts',
      'node_modules/svelte/',
      'src/sheet/context.ts',
      'src/i18n/language.svelte.ts',
      'src/app/gone',
    ]);
  });

  it.each([
    ['src/app/A.svelte', 'src/sheet/context.ts', 0],
    ['src/app/A.svelte', 'src/app/shell/B.svelte', 0],
    ['src/app/A.svelte', 'node_modules/zod/', 0],
    ['src/app/A.svelte', 'node_modules/yaml/', 1],
    ['src/sheet/A.svelte', 'src/kit/controls/Button.svelte', 0],
    ['src/sheet/A.svelte', 'src/app/B.svelte', 1],
    ['src/compare/A.svelte', 'src/overview/B.svelte', 1],
    ['src/kit/A.svelte', 'src/sheet/B.svelte', 1],
    ['src/kit/A.svelte', 'src/i18n/words.ts', 0],
    ['src/app/A.svelte', 'tests/unit/x.ts', 2],
  ])('%s → %s breaks %i rules', (from, to, count) => {
    expect(brokenRules(importRules, from, to)).toHaveLength(count);
  });
});
