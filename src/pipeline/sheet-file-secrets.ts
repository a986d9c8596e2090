import { isJsonObject, type Json } from '../core/model/json';

/** Letters only, so that `x-api-key`, `apiKey` and `API_KEY` are one name. */
const secretNames =
  /^(authorization|proxyauthorization|auth|key|token|cookie|setcookie)$|apikey|apitoken|secret|password|passwd|passphrase|credential|bearer|privatekey|accesskey|accesstoken|authtoken|refreshtoken|sessiontoken|idtoken|signingkey/;
const secretValues = /^(bearer|basic)\s+\S{6,}|^[a-z][a-z0-9+.-]*:\/\/[^/\s@]*:[^/\s@]+@/i;

/** Where parameters hold something that looks like a key to somebody's account. Null where they hold none. */
export function secretIn(parameters: Readonly<Record<string, Json>>, place = 'parameters'): string | null {
  for (const [name, value] of Object.entries(parameters)) {
    const here = `${place}.${name}`;
    const named = secretNames.test(name.toLowerCase().replace(/[^a-z]/g, ''));
    // Further down a name may be a rubric's own, as in a reply's schema; there only plain values give anything away.
    const plain = typeof value === 'string' || typeof value === 'number';
    if (named && (plain || (place === 'parameters' && value !== null))) return here;
    const inside = secretInside(value, here);
    if (inside !== null) return inside;
  }
  return null;
}

function secretInside(value: Json, place: string): string | null {
  if (typeof value === 'string') return secretValues.test(value) ? place : null;
  if (isJsonObject(value)) return secretIn(value, place);
  if (!Array.isArray(value)) return null;
  for (const [index, item] of value.entries()) {
    const inside = secretInside(item, `${place}[${index}]`);
    if (inside !== null) return inside;
  }
  return null;
}

/** A judge that lets a key into its parameters is a bug, and what it wrote must not leave this browser. */
export class SecretInSheet extends Error {
  readonly place: string;

  constructor(place: string) {
    super(
      `Expected judge parameters without keys, got something that looks like one at ${place}. The sheet was not written to a file.`,
    );
    this.name = 'SecretInSheet';
    this.place = place;
  }
}

export function refuseSecrets(parameters: Readonly<Record<string, Json>>): void {
  const place = secretIn(parameters);
  if (place !== null) throw new SecretInSheet(place);
}
