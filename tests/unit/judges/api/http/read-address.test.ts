import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../../../src/judges/api/http/address';

describe('the address of a server', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1', false],
    ['  https://api.example.com/v1//  ', 'https://api.example.com/v1', false],
    ['https://api.example.com', 'https://api.example.com', false],
    ['HTTPS://API.example.com:8443/a/b', 'https://api.example.com:8443/a/b', false],
    ['http://localhost:8000/v1', 'http://localhost:8000/v1', true],
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1', true],
  ])('%s is read', (text, url, plain) => {
    expect(readAddress(text)).toMatchObject({ ok: true, url, plain });
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['api.example.com/v1', 'malformed'],
    ['localhost:8000', 'malformed'],
    ['https://', 'malformed'],
    ['ftp://example.com', 'malformed'],
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
