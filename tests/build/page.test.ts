import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const html = readFileSync(fileURLToPath(new URL('../../dist/index.html', import.meta.url)), 'utf8');
const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1] ?? '';
const directives = new Map(
  policy.split(';').map((directive) => {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    return [name, sources];
  }),
);

describe('the built index.html', () => {
  it.each([
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", "'wasm-unsafe-eval'"]],
    ['style-src', ["'self'"]],
    // Servers of the person's choice: encrypted ones, and those on their own machine.
    ['connect-src', ["'self'", 'blob:', 'https:', 'http://localhost:*', 'http://127.0.0.1:*']],
    ['base-uri', ["'none'"]],
    ['form-action', ["'none'"]],
    ['require-trusted-types-for', ["'script'"]],
  ])('says %s %j in its policy', (name, sources) => {
    expect(directives.get(name)).toEqual(sources);
  });

  it.each(['img-src', 'font-src', 'worker-src'])('lets %s reach no other host', (name) => {
    const sources = directives.get(name) ?? [];
    expect(sources.filter((source) => !["'self'", 'data:', 'blob:'].includes(source))).toEqual([]);
  });

  it('states its policy before anything that it governs', () => {
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.search(/<(script|link)\b/));
  });

  it('names its files relative to itself', () => {
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((address) => !address.startsWith('./'))).toEqual([]);
  });

  it.each([
    ['inline script', /<script(?![^>]*\bsrc=)/],
    ['inline style', /<style\b|\sstyle=/],
    ['inline event handler', /\son\w+=/],
  ])('has no %s', (_, pattern) => {
    expect(html).not.toMatch(pattern);
  });
});
