/** What is known of a question that Ollama answered. Tokens, all of them. */
export interface AnsweredQuestion {
  /** Null where it does not say. */
  context: number | null;
  /** As it counted what it read, which is what it had left of the question; null where it did not. */
  read: number | null;
  reply: number;
  /** Of what was sent; may be wrong by half, and leans to the high side. */
  estimate: number;
}

/** What a cut leaves may be a few tokens more than a round share: it keeps the first ones. */
const kept = 16;
const leastContext = 512;
const mostContext = 2 ** 20;
/** Vocabularies that know little of a script make more than twice as many tokens of it as were estimated. */
const leastOfContext = 0.4;
/** An estimate that is so much too high is rarer than a cut. */
export const suspiciousShare = 1.5;

/**
 * Whether Ollama read the whole question. It cuts what does not fit, says nothing of it and counts what it had left: the whole
 * context (until version 0.31), a little over half of it (since), or, of a correction, only the last messages.
 */
export function wasCut({ context, read, reply, estimate }: AnsweredQuestion): 'no' | 'yes' | 'perhaps' {
  if (context !== null && estimate < leastOfContext * context && (read ?? 0) + reply <= context) return 'no';
  if (read === null) return 'perhaps';
  if (context !== null && read >= context - 1) return 'yes';
  // It went on all the same: then it dropped the question's first half to make room for the reply.
  if (context !== null && read + reply > context) return 'yes';
  const odd = shares(context).some((share) => read >= share - 1 && read <= share + kept);
  return odd || estimate >= suspiciousShare * read ? 'perhaps' : 'no';
}

/** The sizes that a cut leaves: of a context that serves several at once, also smaller parts. */
function shares(context: number | null): number[] {
  if (context !== null) return [2, 4, 8].map((part) => Math.floor(context / part));
  const sizes: number[] = [];
  for (let size = leastContext; size <= mostContext; size *= 2) sizes.push(size);
  return sizes;
}
