import { expect, it } from 'vitest';
import { DestinationQuestion } from '../../../../../src/judges/api/form/destination.svelte';
import type { ApiJudgeForm } from '../../../../../src/judges/api/form/api-judge-form.svelte';
import { apiForm, newDevice, type Device } from './form-for-tests';

const form = { baseUrl: 'https://stranger.example/v1', model: 'm', atOnce: 4, temperature: null };
const strangers = (): Device => ({
  ...newDevice(),
  settings: { provider: 'compatible', forms: { compatible: form }, prices: [], trusted: [], keyed: [] },
});
const earlier = (endpoint: string, provider: string) =>
  ({ id: 'api', kind: 'model', model: 'm', parameters: { endpoint, provider } }) as const;

/** A form on a device, and the hosts that the person is asked about. */
async function visit(device: Device, says = true) {
  const asked: string[] = [];
  const answers = (host: string) => {
    asked.push(host);
    return says;
  };
  const { judge, made } = apiForm({ device, answers });
  await judge.load();
  return { judge, made, asked };
}

const stranger = 'https://stranger.example/v1';
const typed = 'https://typed.example/v1';
const restore = (judge: ApiJudgeForm, url: string, provider = 'compatible') =>
  judge.restore(earlier(`${url}/chat/completions`, provider));

it.each<[string, (judge: ApiJudgeForm) => void, string[]]>([
  ['stood in the storage', () => {}, ['stranger.example']],
  ['was typed', (judge) => (judge.baseUrl = typed), []],
  [
    'was typed over on the way to another',
    (judge) => {
      judge.baseUrl = stranger;
      judge.baseUrl = typed;
      restore(judge, stranger);
    },
    ['stranger.example'],
  ],
  [
    'belongs to a provider that was picked',
    (judge) => {
      judge.chooseProvider('openai');
      judge.model = 'm';
    },
    [],
  ],
  [
    'an earlier run had, of a provider',
    (judge) => restore(judge, 'https://api.openai.com/v1', 'openai'),
    ['api.openai.com'],
  ],
  [
    'an earlier run had in the place of a provider’s own',
    (judge) => {
      judge.chooseProvider('openai');
      restore(judge, stranger, 'openai');
    },
    ['stranger.example'],
  ],
  [
    'an earlier run had, and was typed before',
    (judge) => {
      judge.baseUrl = typed;
      restore(judge, 'https://typed.example/other');
    },
    [],
  ],
])('a server that %s', async (_, act, asks) => {
  const { judge, made, asked } = await visit(strangers());
  act(judge);
  judge.enterKey('k');
  expect(await judge.forRun()).toMatchObject({ id: 'api' });
  expect(asked).toEqual(asks);
  await judge.forRun();
  expect([asked, made.length], 'once').toEqual([asks, 2]);
});

it('an answer is remembered where cases may be sent, and asked for again where they may not', async () => {
  const device = strangers();
  for (const visits of [1, 2]) {
    const { judge, made, asked } = await visit(device, false);
    expect(await judge.confirmDestination()).toBe(false);
    expect(await judge.forRun(), `visit ${visits}`).toEqual({ problem: 'fault: not-sent' });
    await judge.keep();
    expect([asked, made]).toEqual([['stranger.example', 'stranger.example'], []]);
  }
  const agreeing = await visit(device);
  await agreeing.judge.forRun();
  const later = await visit(device, false);
  expect(await later.judge.forRun()).toMatchObject({ id: 'api' });
  expect([agreeing.asked, later.asked]).toEqual([['stranger.example'], []]);
});

it('what was typed and left is trusted in the next visit', async () => {
  const device = newDevice();
  const { judge } = await visit(device);
  Object.assign(judge, form);
  await judge.keep();
  const next = await visit(device, false);
  expect(await next.judge.confirmDestination()).toBe(true);
  expect(next.asked).toEqual([]);
});

it('a question about another server answers the one before with no', async () => {
  const question = new DestinationQuestion();
  const [a, b] = [
    { origin: 'https://a.example', host: 'a.example' },
    { origin: 'https://b.example', host: 'b.example' },
  ];
  const first = question.ask(a);
  const same = question.ask(a);
  expect(question.host).toBe('a.example');
  const other = question.ask(b);
  expect(question.host).toBe('b.example');
  question.answer(true);
  expect(question.host).toBeNull();
  expect(await Promise.all([first, same, other])).toEqual([false, false, true]);
});
