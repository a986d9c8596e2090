import type * as Outlet from '../pipeline/outlet';
import { askedAlike, isMixed, type RunShare } from './run-shares';

type ReportRuns = NonNullable<Parameters<typeof Outlet.htmlChunks>[2]['runs']>;

/** What a report says of the runs that its judgements come from. Null where it is one. */
export function reportRuns(shares: readonly RunShare[]): ReportRuns | null {
  if (!isMixed(shares)) return null;
  return {
    alike: askedAlike(shares),
    shares: shares.map(({ runs, summary }) => {
      const [{ judge, settings, rubric, created }] = runs;
      return {
        ids: runs.map(({ id }) => id),
        judge: judge.id,
        model: judge.model,
        mode: judge.kind === 'program' ? 'rules-only' : settings.mode,
        version: rubric.version,
        from: created,
        to: runs.at(-1)?.created ?? created,
        summary,
      };
    }),
  };
}
