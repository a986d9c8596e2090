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

const blobs = new Map<string, string>();

/** The page's policy lets only what this rule returns start as a worker. */
const policy = window.trustedTypes?.createPolicy('assay-worker', { createScriptURL: blobFor });

// A worker from a file has the policy of the file's response, which a static host does not send; one from a blob has the page's
// own. The address is made by a `?worker&url` import.
export function startWorker(address: string): Worker {
  const name = address.split('/').pop() ?? address;
  return new Worker(policy?.createScriptURL(address) ?? blobFor(address), { type: 'module', name });
}

/** A script whose only line imports the worker's file. One blob per file, for as long as the page is open. */
function blobFor(address: string): string {
  const { href, origin } = new URL(address, document.baseURI);
  if (origin !== location.origin) throw new Error(`Expected a worker from ${location.origin}, got ${href}.`);
  const made =
    blobs.get(href) ??
    URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' }));
  blobs.set(href, made);
  return made;
}
