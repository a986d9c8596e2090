import type { ASTNode } from '@marcbachmann/cel-js';
import type { Outcome } from './abstract';

export type AbstractScope = ReadonlyMap<string, Outcome>;
/** Passed around so that macros and the interpreter need not import one another. */
export type Interpret = (node: ASTNode, scope: AbstractScope) => Outcome;
