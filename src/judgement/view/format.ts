import type { Json } from '../../kit/json';
import type { Known } from '../../rubric/values';
import type { Money } from '../spending';
import type { Messages } from '../../i18n/en/en';
import type { Receipt } from '../judgement';
import type { jsonFaultOf } from '../../cases/mapping/find-input-faults';
import type { Preferences } from '../../i18n/preferences.svelte';
import type { Naming } from './labels';

/** At most two decimals, and none that say nothing. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function formatJson(value: Json, t: Messages, name?: Naming): string {
  if (value === null) return t.judgement.neutral;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return name ? name(value) : value;
  if (Array.isArray(value)) {
    const pair = value.length === 2 && value.every((part) => typeof part === 'number');
    return value.map((part) => formatJson(part, t, name)).join(pair ? '–' : ', ');
  }
  if (typeof value === 'boolean') {
    const named = name?.(String(value)) ?? String(value);
    if (named !== String(value)) return named;
    return value ? t.judgement.yes : t.judgement.no;
  }
  return JSON.stringify(value);
}

export function formatKnown(known: Known, t: Messages, name?: Naming): string {
  switch (known.kind) {
    case 'value':
      return formatJson(known.value, t, name);
    case 'range':
      return t.judgement.range(formatNumber(known.min), formatNumber(known.max));
    case 'one-of':
      return known.values.map((value) => formatJson(value, t, name)).join(` ${t.judgement.or} `);
    case 'undecided':
      return t.judgement.undecided;
    case 'error':
      return known.message;
  }
}

/** A range as wide as its scale (which starts at 0 or 1) says nothing, so it counts as undecided. */
export function isOpen(known: Known, max: number | undefined): boolean {
  return (
    known.kind === 'undecided' ||
    (known.kind === 'range' && (known.min === 0 || known.min === 1) && known.max === max)
  );
}

/** 1234 → 1.2k: an estimate must not look like a measurement. */
export function formatEstimate(count: number, language = 'en'): string {
  if (count < 1000) return String(Math.ceil(count / 10) * 10);
  // No “k” in Korean.
  if (language === 'ko') return count.toLocaleString('ko', { maximumSignificantDigits: 3 });
  const [unit, letter] = count < 999_950 ? [1_000, 'k'] : [1_000_000, 'M'];
  return `${formatNumber(Math.round((count / unit) * 10) / 10)}${letter}`;
}

/** Small sums keep the figures that tell them apart. A run from a file may name anything as its currency. */
export function formatMoney({ amount, currency }: Money, language: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${formatNumber(amount)} ${currency}`;
  const small = amount !== 0 && Math.abs(amount) < 0.1;
  return amount.toLocaleString(language, {
    style: 'currency',
    currency,
    ...(small ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
  });
}

export function formatDuration(milliseconds: number, { run: { time } }: Messages): string {
  return milliseconds < 1000
    ? time.milliseconds(String(Math.max(1, Math.round(milliseconds))))
    : time.seconds(formatNumber(milliseconds / 1000));
}

/** No finer than a forecast can be. */
export function formatSpan(milliseconds: number, { run: { time } }: Messages): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  if (seconds < 60) return time.seconds(String(seconds));
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return time.minutes(String(minutes));
  return time.hours(String(Math.floor(minutes / 60)), String(minutes % 60));
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** 1234567 → 1.2 MB. Three figures at most: what is stored is known by and large only. */
export function formatBytes(bytes: number, language: string): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return value.toLocaleString(language, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 || value >= 100 ? 0 : 1,
  });
}

export function judgeName(id: string, t: Messages): string {
  const names: Partial<Record<string, string>> = {
    rules: t.judge.rules,
    device: t.judge.device,
    api: t.judge.api,
    batch: t.judge.batch,
    person: t.judge.person,
    example: t.judgement.example,
  };
  return names[id] ?? t.judge.pasted;
}

/** Who judged, in the reader's words. A receipt itself holds names that no language changes. */
export function modelName({ judge, model }: Pick<Receipt, 'judge' | 'model'>, t: Messages): string {
  if (judge === 'rules') return t.judge.rules;
  if (judge === 'example') return t.judgement.example;
  return model === 'unnamed' || model === 'unknown' ? t.paste.unnamed : model;
}

export function modeName(mode: Receipt['mode'], t: Messages): string {
  return {
    'rules-only': t.judge.rules,
    'model-alone': t.mode.alone,
    assisted: t.mode.assisted,
    person: t.judge.person,
  }[mode];
}

/** Who judged, and how it was asked. */
export function judgedBy(receipt: Pick<Receipt, 'judge' | 'model' | 'mode'>, t: Messages): string {
  const { judge, mode } = receipt;
  const name = modelName(receipt, t);
  if (mode === 'person') return `${t.judge.person}: ${name}`;
  return mode === 'rules-only' || judge === 'example' ? name : `${name} · ${modeName(mode, t)}`;
}

/** What is wrong with a text that should be JSON, in the reader's language. Null where nothing is. */
export function jsonFaultInWords(
  fault: ReturnType<typeof jsonFaultOf>,
  words: (line: string, column: string) => string,
  { t, language }: Pick<Preferences, 't' | 'language'>,
): string | null {
  if (fault === null) return null;
  if (fault === 'single-value') return t.form.singleValue;
  return words(fault.line.toLocaleString(language), fault.column.toLocaleString(language));
}
