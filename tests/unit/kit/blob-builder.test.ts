import { describe, expect, it } from 'vitest';
import { BlobBuilder } from '../../../src/kit/blob-builder';

describe('BlobBuilder', () => {
  it.each<[string, string[]]>([
    ['nothing', []],
    ['nothing but empty pieces', ['', '']],
    ['a short text', ['a,b\r\n', '', '가,나\r\n']],
    ['pieces beyond what waits', Array.from({ length: 30 }, (_, at) => `${at}${'가'.repeat(60_000)}\n`)],
    ['one long piece', ['나'.repeat(2_000_000)]],
  ])('holds %s in order', async (_, pieces) => {
    const file = new BlobBuilder();
    for (const piece of pieces) file.add(piece);
    const blob = file.finish('text/csv;charset=utf-8');
    expect(blob.type).toBe('text/csv;charset=utf-8');
    expect((await blob.text()) === pieces.join('')).toBe(true);
  });
});
