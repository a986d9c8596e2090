import { EvaluationError } from '@marcbachmann/cel-js';
import { isJsonObject, type Json } from '../model/json';

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** A CEL result as JSON: whole numbers lose their bigint. What JSON cannot hold is an error. */
export function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return Number(value);
    case 'number':
      if (!Number.isFinite(value))
        throw new EvaluationError(`the result is ${value}, which is no usable number`);
      return value === 0 ? 0 : value;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(toJson);
      if (isPlainObject(value)) {
        return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toJson(entry)]));
      }
      break;
    default:
  }
  throw new EvaluationError('the result is neither text, number, yes/no, list nor map');
}

function sameNumber(left: number, right: number): boolean {
  return left === right || Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(left), Math.abs(right));
}

/** Deep equality; numbers by value, with room for the last digits of binary fractions. */
export function sameJson(left: Json, right: Json): boolean {
  if (typeof left === 'number' && typeof right === 'number') return sameNumber(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => sameJson(item, right[i] ?? null));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key] ?? null, right[key] ?? null))
    );
  }
  return left === right;
}
