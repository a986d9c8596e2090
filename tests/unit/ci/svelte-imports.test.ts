import { describe, expect, it } from 'vitest';
import { importRules } from '../../../.ci/import-rules.mjs';
import { brokenRules, svelteImports } from '../../../.ci/lib/svelte-imports.mjs';

const files = new Set(['src/state/app.ts', 'src/state/preferences.svelte.ts', 'src/storage/settings.ts']);

describe('the imports of a component', () => {
  it('are read from all its scripts, types too', () => {
    const text = `<script module lang="ts">
  import type { Theme } from '../../storage/settings';
</script>
<script lang="ts">
  import { onMount } from 'svelte';
  import { useApp, type App } from '../../state/app';
  import type { Language } from '../../state/preferences.svelte';
  import '../gone';
</script>
<p>import type { X } from './not-a-script';</p>`;
    expect(svelteImports('src/ui/shell/A.svelte', text, (path) => files.has(path))).toEqual([
      'src/storage/settings.ts',
      'node_modules/svelte/',
      'src/state/app.ts',
      'src/state/preferences.svelte.ts',
      'src/ui/gone',
    ]);
  });

  it.each([
    ['src/ui/shell/A.svelte', 'src/storage/settings.ts', 1],
    ['src/ui/shell/A.svelte', 'src/core/check/assess.ts', 1],
    ['src/ui/shell/A.svelte', 'node_modules/zod/', 1],
    ['src/ui/shell/A.svelte', 'src/state/app.ts', 0],
    ['src/ui/shell/A.svelte', 'src/core/model/rubric.ts', 0],
    ['src/ui/shell/A.svelte', 'src/ui/kit/Button.svelte', 0],
    ['src/ui/shell/A.svelte', 'src/ui/shell/B.svelte', 0],
    ['src/ui/shell/A.svelte', 'src/ui/workbench/B.svelte', 1],
    ['src/ui/kit/A.svelte', 'src/ui/workbench/B.svelte', 1],
    ['src/ui/workbench/A.svelte', 'src/ui/judgement/B.svelte', 0],
    ['src/ui/workbench/A.svelte', 'src/ui/history/B.svelte', 1],
    ['src/ui/judgement/A.svelte', 'src/ui/case/B.svelte', 0],
    ['src/ui/history/A.svelte', 'src/ui/case/B.svelte', 1],
    ['src/ui/judgement/A.svelte', 'src/ui/workbench/RunBar.svelte', 1],
    ['src/ui/new/A.svelte', 'src/ui/new/B.svelte', 0],
    ['src/ui/new/A.svelte', 'src/ui/judgement/B.svelte', 1],
    ['src/ui/App.svelte', 'src/ui/judgement/B.svelte', 0],
    ['src/ui/App.svelte', 'tests/unit/x.ts', 2],
  ])('%s → %s breaks %i rules', (from, to, count) => {
    expect(brokenRules(importRules, from, to)).toHaveLength(count);
  });
});
