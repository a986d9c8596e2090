/** Where JSON stops being JSON, from 1, as an editor counts. Each browser says it in other words, and only in English. */
export interface JsonFault {
  line: number;
  column: number;
}

const SPACE = /[ \n\r\t]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;

/** Of text that is known not to be JSON. At its end where it is only cut off. */
export function jsonFault(text: string): JsonFault {
  const at = faultOffset(text);
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
}

function faultOffset(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takeSign = (sign: string): boolean => {
    take(SPACE);
    if (text[at] !== sign) return false;
    at += 1;
    take(SPACE);
    return true;
  };
  /** What closes each object and list that is open. */
  const open: ('}' | ']')[] = [];
  const takeKey = () => take(STRING) && takeSign(':');
  take(SPACE);
  for (;;) {
    // A value begins here.
    if (takeSign('{')) {
      if (!takeSign('}')) {
        open.push('}');
        if (!takeKey()) return at;
        continue;
      }
    } else if (takeSign('[')) {
      if (!takeSign(']')) {
        open.push(']');
        continue;
      }
    } else if (!take(STRING) && !take(SCALAR)) return at;
    // A value has ended here.
    for (let closing = open.at(-1); closing !== undefined && takeSign(closing); closing = open.at(-1))
      open.pop();
    const closing = open.at(-1);
    if (closing === undefined || !takeSign(',')) return at;
    if (closing === '}' && !takeKey()) return at;
  }
}
