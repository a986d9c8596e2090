import type { ConnectionReport, ModelList } from '../../../../../src/judgement/connection';
import type { RawReply } from '../../../../../src/judgement/judge';
import type { ApiSettings } from '../../../../../src/judges/api/api-judge';
import {
  ApiJudgeForm,
  type ApiJudgeFormTools,
  type ApiSettingsKept,
} from '../../../../../src/judges/api/form/api-judge-form.svelte';
import type { KeyPlace, KeyVault } from '../../../../../src/judges/api/form/key-vault.browser';

interface Given {
  testConnection?: (signal: AbortSignal) => Promise<ConnectionReport>;
  list?: ModelList;
  /** As another visit left it. */
  device?: Device;
  /** What the person answers when they are asked whether cases may be sent to a host. */
  answers?: (host: string) => boolean;
}

/** What stays when the page is reloaded. */
export interface Device {
  settings: ApiSettingsKept | null;
  vault: Map<string, { key: string; passphrase: string }>;
  /** Whether the browser does not delete what is stored. */
  stubborn?: boolean;
  /** A key is stored no sooner than this: encrypting takes its time. */
  sealing?: Promise<void>;
}
export const newDevice = (): Device => ({ settings: null, vault: new Map() });

/** The form with a server that always answers, and a device that keeps what it is given. */
export function apiForm({ testConnection, list, device = newDevice(), answers = () => true }: Given = {}) {
  const made: (ApiSettings & { provider: string })[] = [];
  const tools: ApiJudgeFormTools = {
    makeJudge: ({ id: provider }, settings) => {
      made.push({ ...settings, provider });
      const reply: RawReply = {
        text: '{"quality": {"rationale": "fine", "score": 4}}',
        stop: 'complete',
        model: settings.model,
        parameters: {},
      };
      return {
        kind: 'model',
        id: 'api',
        describe: () => ({ model: settings.model, parameters: {} }),
        ask: () => Promise.resolve(reply),
      };
    },
    testConnection: (_, __, signal) =>
      testConnection?.(signal) ?? Promise.resolve({ ok: true, model: 'm', structured: 'schema' }),
    listModels: () => Promise.resolve(list ?? { ok: true, models: [] }),
    explain: (fault) => `fault: ${fault}`,
    askToSend: ({ host }) => Promise.resolve(answers(host)),
    vault: vaultIn(device),
    store: {
      load: () => Promise.resolve(device.settings),
      save: (settings) => {
        device.settings = settings;
        return Promise.resolve(true);
      },
      forget: () => {
        device.settings = null;
        return Promise.resolve();
      },
    },
    now: () => new Date('2026-11-16T10:00:00Z'),
  };
  return { judge: new ApiJudgeForm(tools), made, device };
}

function vaultIn(device: Device): KeyVault {
  const { vault } = device;
  const name = ({ provider, origin }: KeyPlace) => `${provider} ${origin}`;
  return {
    holds: (place) => Promise.resolve(vault.has(name(place))),
    keep: async (place, key, passphrase) => {
      await device.sealing;
      vault.set(name(place), { key, passphrase });
      return null;
    },
    unlock: (place, passphrase) => {
      const found = vault.get(name(place));
      if (!found) return Promise.resolve({ fault: 'missing' });
      return Promise.resolve(found.passphrase === passphrase ? { key: found.key } : { fault: 'passphrase' });
    },
    forget: (place) => {
      if (device.stubborn) return Promise.resolve(false);
      vault.delete(name(place));
      return Promise.resolve(true);
    },
    forgetAll: () => {
      if (device.stubborn) return Promise.resolve(false);
      vault.clear();
      return Promise.resolve(true);
    },
  };
}
