import type { ASTNode } from '@marcbachmann/cel-js';
import { rubricEnvironment } from './environment';
import type { Knob } from './knobs';
import { childrenOf } from './macros';

export interface Turn {
  knob: Knob;
  value: number;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A number as CEL reads it. One that was written with a fraction keeps being one, so that its type stays. */
function written(value: number, fraction: boolean): string {
  const whole = Number.isSafeInteger(value) && !fraction;
  const digits = String(Math.abs(value));
  const text = whole || /[.e]/.test(digits) ? digits : `${digits}.0`;
  return value < 0 ? `(-${text})` : text;
}

function replaced({ knob, value }: Turn, source: string): Edit {
  const { start, end } = knob;
  if (knob.implicit !== null) return { start: end, end, text: ` * ${written(value, false)}` };
  return { start, end, text: written(value, /[.eE]/.test(source.slice(start, end).replace(/^0x.*/, ''))) };
}

/** The calls of `mean` over a list written out, inner ones too. */
function meansIn(node: ASTNode): { call: ASTNode; items: readonly ASTNode[] }[] {
  const inner = childrenOf(node).flatMap(meansIn);
  if (node.op !== 'call' || node.args[0] !== 'mean') return inner;
  const [list] = node.args[1];
  return list?.op === 'list' ? [{ call: node, items: list.args }, ...inner] : inner;
}

/** A mean with weights is the weighted sum by the sum of the weights; null where those leave nothing to divide by. */
function weightedMeans(source: string, turns: readonly Turn[]): Edit[] | null {
  const weightAt = new Map(
    turns.filter(({ knob }) => knob.implicit === 'mean').map(({ knob, value }) => [knob.start, value]),
  );
  if (weightAt.size === 0) return [];
  const edits: Edit[] = [];
  for (const { call, items } of meansIn(rubricEnvironment.parse(source).ast)) {
    if (!items.some(({ start }) => weightAt.has(start))) continue;
    const whole = items.reduce((total, { start }) => total + (weightAt.get(start) ?? 1), 0);
    if (!(whole > 0)) return null;
    const { start, end } = call;
    edits.push({ start, end: start + 'mean'.length, text: '(sum' });
    edits.push({ start: end, end, text: ` / ${written(whole, false)})` });
  }
  return edits;
}

/** The source with its numbers replaced where they stand. Null where the weights of a mean add up to nothing. */
export function rewrite(source: string, turns: readonly Turn[]): string | null {
  const means = weightedMeans(source, turns);
  if (means === null) return null;
  const edits = [...turns.map((turn) => replaced(turn, source)), ...means];
  // From the end, so that earlier positions stay true.
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: piece }) => text.slice(0, start) + piece + text.slice(end), source);
}
