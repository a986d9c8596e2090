import type JudgementView from './JudgementView.svelte';

let loading: Promise<{ default: typeof JudgementView }> | null = null;

/** The largest part of the page, and nothing to show before a case is judged: so it is no part of the first load. */
export function loadJudgementView(): Promise<{ default: typeof JudgementView }> {
  loading ??= import('./JudgementView.svelte');
  // A failed download must not stay for good.
  loading.catch(() => (loading = null));
  return loading;
}
