import type { Minutes } from './minutes';
import { noMinutes } from './minutes';
import { minutesFromJson } from './minutes-from-json';
import { minutesFromText } from './minutes-from-text';
import { passageOf } from './passage';
import { readJson } from './read-json';

export function readMinutes(answer: string): Minutes {
  const json = readJson(answer);
  if (json) return minutesFromJson(json);
  if (/^\s*(?:```json\s*)?[{[]\s*["{[\]}]/u.test(answer)) {
    return { ...noMinutes('broken-json'), statements: [passageOf(answer, 0, answer.length)] };
  }
  return minutesFromText(answer);
}
