import { apiWords } from './i18n/api-words';
import {
  apiJudge,
  connectionsTo,
  listModels,
  localNetwork,
  probe,
  Protocols,
  testConnection,
  wireFor,
  withinLimit,
} from './judges/api/api';
import { baseUrlOf, providers } from './judges/api/providers';
import { readAddress } from './judges/api/read-address';
import { readTarget } from './judges/api/read-target';
import { ApiJudge } from './state/api-judge.svelte';
import type { DestinationQuestion } from './state/destination.svelte';
import type { Egress } from './state/egress.svelte';
import type { Preferences } from './state/preferences.svelte';
import { indexedDbApiSettings } from './storage/api-settings';
import { indexedDbKeyVault } from './storage/key-vault';

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
}: Surroundings): Promise<ApiJudge> {
  const send: typeof fetch = (input, init) => fetch(input, init);
  /** Known for as long as the page is open. */
  const ollamas = new Set<string>();
  const protocols = new Protocols(() => form.lookAgain());
  const watched = (settings: { baseUrl: string }) => {
    const address = readAddress(settings.baseUrl);
    if (address.ok && !address.plain) protocols.watch(address.origin);
  };
  const clock = { now: () => Date.now(), sleep };
  const form = new ApiJudge({
    providers,
    readAddress,
    readTarget,
    connectionsTo: (address) => connectionsTo(address, protocols.of(address.origin)),
    baseUrlOf,
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
      return withinLimit({ signal, sleep }, (limited) =>
        testConnection(wireFor(provider), settings, { fetch: send, probe, localNetwork, ollamas }, limited),
      );
    },
    listModels: (provider, settings, signal) => {
      watched(settings);
      return withinLimit({ signal, sleep }, (limited) =>
        listModels(wireFor(provider), settings, { fetch: send }, limited),
      );
    },
    explain: (fault) => apiWords[preferences.language].form[fault],
    askToSend: (place) => destination.ask(place),
    vault: indexedDbKeyVault(),
    store: indexedDbApiSettings((milliseconds) => sleep(milliseconds, new AbortController().signal)),
    now,
  });
  await form.load();
  return form;
}
