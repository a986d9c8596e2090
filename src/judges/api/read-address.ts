import type { ServerAddress } from '../../core/model/connection';

/** The page's policy names these; the language of policies has no way to name ::1. */
const ownMachine = new Set(['localhost', '127.0.0.1']);

/** The page's policy lets it reach encrypted servers anywhere, and others on this machine only. */
export function readAddress(text: string): ServerAddress {
  const typed = text.trim();
  if (typed === '') return { ok: false, fault: 'empty' };
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return { ok: false, fault: 'malformed' };
  const url = new URL(typed);
  // An address is shown and kept with each judgement, so it is no place for a secret.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { ok: false, fault: 'secret' };
  }
  const plain = url.protocol === 'http:';
  if (plain && !ownMachine.has(url.hostname)) return { ok: false, fault: 'insecure' };
  const { origin, host, pathname } = url;
  return { ok: true, url: origin + pathname.replace(/\/+$/, ''), origin, host, plain };
}
