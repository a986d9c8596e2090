import { storedSettings } from '../../kit/storage/stored-settings';
import { apiWords } from '../../i18n/api-words';
import { apiJudge } from './api-judge';
import { readAddress } from './http/address';
import { localNetwork, probe, Protocols } from './http/reach.browser';
import { withTimeout } from './http/send';
import { listModels } from './list-models';
import { wireFor } from './providers';
import { testConnection } from './test-connection';
import { ApiJudgeForm } from './form/api-judge-form.svelte';
import type { DestinationQuestion } from './form/destination.svelte';
import type { Egress } from '../../privacy/egress.svelte';
import type { Preferences } from '../../i18n/preferences.svelte';
import { apiSettingsSchema } from './form/api-settings';
import { indexedDbKeyVault } from './form/key-vault.browser';

interface Surroundings {
  preferences: Preferences;
  egress: Egress;
  destination: DestinationQuestion;
  now: () => Date;
  /** Keeps its time in a hidden tab. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Builds everything about judges behind a server: loaded when one is chosen, since most visits need none. */
export async function openApiJudge({
  preferences,
  egress,
  destination,
  now,
  sleep,
}: Surroundings): Promise<ApiJudgeForm> {
  const send: typeof fetch = (input, init) => fetch(input, init);
  /** Known for as long as the page is open. */
  const ollamas = new Set<string>();
  const protocols = new Protocols((origin, protocol) => form.learnProtocol(origin, protocol));
  const watched = (settings: { baseUrl: string }) => {
    const address = readAddress(settings.baseUrl);
    if (address.ok && !address.plain) protocols.watch(address.origin);
  };
  const clock = { now: () => Date.now(), sleep };
  const form = new ApiJudgeForm({
    makeJudge: (provider, settings, onWeaker) => {
      watched(settings);
      return apiJudge(wireFor(provider), settings, {
        fetch: send,
        clock,
        random: Math.random,
        sent: egress.count,
        protocolOf: (origin) => protocols.of(origin),
        ollamas,
        onWeaker,
      });
    },
    testConnection: (provider, settings, signal) => {
      watched(settings);
      return withTimeout({ signal, sleep }, (limited) =>
        testConnection(
          wireFor(provider),
          settings,
          { fetch: send, sleep, probe, localNetwork, ollamas },
          limited,
        ),
      );
    },
    listModels: (provider, settings, signal) => {
      watched(settings);
      return withTimeout({ signal, sleep }, (limited) =>
        listModels(wireFor(provider), settings, { fetch: send }, limited),
      );
    },
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
