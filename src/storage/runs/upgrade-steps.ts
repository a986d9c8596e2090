/**
 * Brings what is stored from one version to the next, within the upgrade's transaction. It may await nothing but requests
 * of that transaction, which would otherwise end early.
 */
export type UpgradeStep = (transaction: IDBTransaction) => void | Promise<void>;

export const objectStore = 'runs';

/**
 * Step n leads from version n to n + 1, and the number of steps is the version. When the stored shape changes its meaning
 * (keys in run-keys.ts, values in stored-shapes.ts, schemas in core/model/run.ts and judgement.ts), add a step that
 * rewrites what is there; never change one that people have run. What can be told from itself is better mapped while it is
 * read (core/model/older-codes.ts): a large store would hold up the page for as long as its rewriting takes.
 */
export const upgradeSteps: readonly UpgradeStep[] = [
  ({ db }) => {
    db.createObjectStore(objectStore);
  },
  // To 2: heads may say what is asked again and pauses why by codes. What is there stays true; only tabs that know
  // neither must step aside.
  () => undefined,
  // To 3: settings may have a budget and pauses name one. The same holds.
  () => undefined,
  // To 4: a case may be asked criterion by criterion, and fields may carry an expected score. The same holds.
  () => undefined,
  // To 5: receipts may tell what unanswered questions took, costs may be estimated, pauses name an unknown cost. The same holds.
  () => undefined,
  // To 6: counts may tell how many questions have no known cost. The same holds.
  () => undefined,
  // To 7: judgements lie in pieces of their own from the start. Those in a tail are read there, and moved when it is sealed.
  () => undefined,
  // To 8: judgements are written as UTF-8, and replies may tell that they filled a context. Those that are texts are read as such.
  () => undefined,
];
