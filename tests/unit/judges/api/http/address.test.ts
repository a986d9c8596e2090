import { describe, expect, it } from 'vitest';
import { readAddress, readTarget } from '../../../../../src/judges/api/http/address';
import { providerById, type ProviderId } from '../../../../../src/judges/api/providers';

describe('the address of a server', () => {
  it.each([
    ['  https://api.example.com/v1//  ', 'https://api.example.com/v1', false],
    ['HTTPS://API.example.com:8443/a/b', 'https://api.example.com:8443/a/b', false],
    ['http://localhost:8000/v1', 'http://localhost:8000/v1', true],
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1', true],
  ])('%s is read', (text, url, plain) => {
    expect(readAddress(text)).toMatchObject({ ok: true, url, plain });
  });

  it.each([
    ['', 'empty'],
    ['api.example.com/v1', 'malformed'],
    ['https://', 'malformed'],
    ['javascript:alert(1)', 'malformed'],
    ['http://example.com/v1', 'insecure'],
    ['http://192.168.0.7:8000/v1', 'insecure'],
    ['http://localhost.example.com/v1', 'insecure'],
    ['http://[::1]:8000/v1', 'insecure'],
    ['https://me:secret@example.com/v1', 'secret'],
    ['https://example.com/v1?key=secret', 'secret'],
    ['https://example.com/v1#secret', 'secret'],
  ])('%j is refused as %s', (text, fault) => {
    expect(readAddress(text)).toEqual({ ok: false, fault });
  });
});

const azure = 'https://mine.openai.azure.com';
const foundry = 'https://mine.services.ai.azure.com';
const v1 = '/openai/v1';
const version = '?api-version=2024-10-21';

it.each<[string, string, string | null]>([
  [`${azure}/openai/deployments/gpt-4o/chat/completions${version}`, azure + v1, 'gpt-4o'],
  [` ${azure}/openai/deployments/my_gpt-4.1/chat/completions `, azure + v1, 'my_gpt-4.1'],
  [`${azure}/openai/responses?api-version=2025-04-01-preview`, azure + v1, null],
  [`${azure}/openai/v1/chat/completions`, azure + v1, null],
  [`${azure}/openai/v1/?api-version=preview`, azure + v1, null],
  [`${azure}/${version}`, azure + v1, null],
  [`${foundry}/models/chat/completions?api-version=2024-05-01-preview`, foundry + v1, null],
  [`${foundry}/api/projects/my-project`, foundry + v1, null],
  [`${foundry}/api/projects/my-project/openai/v1/responses`, foundry + v1, null],
])('Azure: %s', (text, baseUrl, model) => {
  expect(readTarget(providerById('azure'), text)).toEqual({ baseUrl, model });
});

it.each<[ProviderId, string, string]>([
  ['compatible', 'http://localhost:8000/v1/chat/completions', 'http://localhost:8000/v1'],
  ['anthropic', 'https://api.anthropic.com/v1/messages', 'https://api.anthropic.com/v1'],
  ['gemini', 'https://a.example/v1beta/models/m:generateContent', 'https://a.example/v1beta'],
])('%s: the address that questions go to: %s', (provider, text, baseUrl) => {
  expect(readTarget(providerById(provider), text)).toEqual({ baseUrl, model: null });
});

it.each<[string, ProviderId, string]>([
  ['half an address', 'azure', 'https://'],
  ['the bare address of a resource', 'azure', `${azure}/`],
  ['a base URL', 'azure', azure + v1],
  ['a base URL', 'compatible', 'http://localhost:8000/v1'],
  ['another host', 'azure', `https://azure.example/openai/deployments/gpt-4o/chat/completions${version}`],
  ['another host', 'azure', `https://openai.azure.com.evil.example/openai/deployments/a${version}`],
  ['no encryption', 'azure', `http://mine.openai.azure.com/openai/deployments/a${version}`],
  ['something else than a chat', 'azure', `${azure}/openai/deployments/ada/embeddings${version}`],
  ['a secret', 'azure', `${azure}/openai/deployments/a/chat/completions?api-key=secret`],
  ['a secret', 'azure', `https://me:secret@mine.openai.azure.com/openai/deployments/a`],
  ['a secret', 'azure', `${azure}/openai/deployments/a/chat/completions#secret`],
  ['a secret', 'compatible', 'https://a.example/v1/chat/completions?key=secret'],
])('nothing is taken from %s (%s): %s', (_, provider, text) => {
  expect(readTarget(providerById(provider), text)).toBeNull();
});
