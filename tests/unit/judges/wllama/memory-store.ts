import type { ModelNote, ModelStore } from '../../../../src/judges/wllama/model-store';

/** Private files that live in memory. */
export function memoryStore(begun: Record<string, { note: ModelNote; text: string }> = {}) {
  const files = new Map(Object.entries(begun));
  const store: ModelStore = {
    find: (at) => {
      const kept = files.get(at);
      return Promise.resolve(kept ? { note: kept.note, file: new File([kept.text], 'kept') } : null);
    },
    list: () =>
      Promise.resolve([...files.values()].map(({ note, text }) => ({ ...note, bytes: text.length }))),
    write: (note, from) => {
      let text = (files.get(note.address)?.text ?? '').slice(0, from);
      return Promise.resolve({
        add: (bytes) => {
          text += new TextDecoder().decode(bytes);
          return Promise.resolve();
        },
        close: () => {
          files.set(note.address, { note: { ...note, whole: false }, text });
          return Promise.resolve();
        },
      });
    },
    finish: (note) => {
      files.set(note.address, { note: { ...note, whole: true }, text: files.get(note.address)?.text ?? '' });
      return Promise.resolve();
    },
    remove: (at) => {
      files.delete(at);
      return Promise.resolve();
    },
  };
  return { store, files };
}
