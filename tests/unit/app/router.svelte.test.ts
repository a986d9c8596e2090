import { expect, it } from 'vitest';
import { Router } from '../../../src/app/router.svelte';

it('knows a route that was taken before it watched', () => {
  location.hash = '#/workbench';
  const router = new Router();
  location.hash = '#/history/a~b';
  const stop = router.watch();
  expect([router.screen, router.detail]).toEqual(['history', 'a~b']);
  stop();
  location.hash = '';
});
