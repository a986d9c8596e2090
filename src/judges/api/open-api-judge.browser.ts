import { apiWords } from '../../i18n/api-words';
import type { Preferences } from '../../i18n/preferences.svelte';
import { storedSettings } from '../../kit/storage/stored-settings';
import type { Egress } from '../../privacy/egress.svelte';
import { apiJudge } from './api-judge';
import { ApiJudgeForm, apiSettingsSchema } from './form/api-judge-form.svelte';
import type { DestinationQuestion } from './form/destination.svelte';
import { indexedDbKeyVault } from './form/key-vault.browser';
import type { Fetch, Sleep } from './http/send';
import { localNetwork, probe } from './http/reach.browser';
import { wireFor } from './providers';
import { listModels, testConnection } from './test-connection';

interface Surroundings {
  preferences: Preferences;
  egress: Egress;
  destination: DestinationQuestion;
  now: () => Date;
  /** Keeps its time in a hidden tab. */
  sleep: Sleep;
}

/** Builds everything about judges behind a server: loaded when one is chosen, since most visits need none. */
export async function openApiJudge({ preferences, egress, destination, now, sleep }: Surroundings) {
  const send: Fetch = (url, init) => fetch(url, init);
  const ollamas = new Set<string>();
  const form = new ApiJudgeForm({
    makeJudge: (provider, settings, onWeaker) =>
      apiJudge(wireFor(provider), settings, {
        fetch: send,
        clock: { now: () => Date.now(), sleep },
        random: Math.random,
        sent: egress.count,
        ollamas,
        onWeaker,
      }),
    testConnection: (provider, settings, signal) => {
      const tools = { fetch: send, sleep, probe, localNetwork, ollamas };
      return withTimeout(signal, (limited) => testConnection(wireFor(provider), settings, tools, limited));
    },
    listModels: (provider, settings, signal) =>
      withTimeout(signal, (limited) => listModels(wireFor(provider), settings, { fetch: send }, limited)),
    explain: (fault) => apiWords[preferences.language].form[fault],
    askToSend: (place) => destination.ask(place),
    vault: indexedDbKeyVault(),
    store: storedSettings(
      { database: 'assay-api', key: 'api', version: 1, schema: apiSettingsSchema },
      (milliseconds) => sleep(milliseconds, new AbortController().signal),
    ),
    now,
  });
  await form.load();
  return form;
}

/** Long enough for a server that has to load its model first. */
const answerMilliseconds = 60_000;

/** Gives up on a server that does not answer. Otherwise rejects as the work does. */
async function withTimeout<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | { ok: false; fault: 'silent'; said: '' }> {
  const timeout = AbortSignal.timeout(answerMilliseconds);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted || !timeout.aborted) throw error;
    return { ok: false, fault: 'silent', said: '' };
  }
}
