import { StorageFailure } from '../sheet-store';

/** Errors of the browser as failures that can be told to a person. Anything else is a bug and stays as it is. */
export function asStorageFailure(error: unknown): unknown {
  if (error instanceof StorageFailure) return error;
  if (error === null || error instanceof DOMException) return failureFrom(error);
  return error;
}

function failureFrom(error: DOMException | null): StorageFailure {
  const options = { cause: error };
  switch (error?.name) {
    case 'QuotaExceededError':
      return new StorageFailure(
        'quota',
        'The browser gives this page no more space. Export what you want to keep, delete sheets or runs you no longer need, and go on.',
        options,
      );
    case 'VersionError':
      return newerVersion(options);
    case 'NotReadableError':
    case 'DataError':
    case 'DataCloneError':
      return new StorageFailure(
        'damaged',
        `The browser cannot read what it stored: ${error.message}`,
        options,
      );
    default:
      return new StorageFailure(
        'unavailable',
        `The browser refused to store or read: ${error?.message ?? 'it broke the transaction off'}. Reload the page; if that does not help, export what is open.`,
        options,
      );
  }
}

export function newerVersion(options?: ErrorOptions): StorageFailure {
  return new StorageFailure(
    'newer-version',
    'A newer Assay is open in another tab, or was opened before. Reload this tab to go on; everything stored is still there.',
    options,
  );
}

export function damaged(what: string, why: string): StorageFailure {
  return new StorageFailure('damaged', `${what} cannot be read as it is stored: ${why}`);
}

export function missing(what: string): StorageFailure {
  return new StorageFailure('missing', `${what} is not stored. It may have been deleted in another tab.`);
}

export function nullIfDamaged(error: unknown): null {
  if (error instanceof StorageFailure && error.kind === 'damaged') return null;
  throw error;
}

/** What `read` gives, or null where what is stored is damaged. */
export function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    return nullIfDamaged(error);
  }
}
