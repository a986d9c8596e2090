/** The part of Trusted Types that we use; browsers without them have no such member. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

/** The page's policy lets only what this rule has seen start as a worker: files of the page's own host. */
const policy = window.trustedTypes?.createPolicy('assay-worker', { createScriptURL: ownAddress });

/** Starts a module worker from an address made by a `?worker&url` import. */
export function startWorker(address: string): Worker {
  const trusted = policy?.createScriptURL(address) ?? ownAddress(address);
  return new Worker(trusted, { type: 'module' });
}

function ownAddress(address: string): string {
  const { href, origin } = new URL(address, document.baseURI);
  if (origin !== location.origin) throw new Error(`Expected a worker from ${location.origin}, got ${href}.`);
  return href;
}
