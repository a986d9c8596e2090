import { describe, expect, it } from 'vitest';
import { ratersIn } from '../../../../src/judges/person/raters';
import { pointsRubric } from '../../sheet/stored-runs';

const rubric = pointsRubric();

describe('whose labels a file brings', () => {
  it('nobody’s where no column has any', () => {
    expect(ratersIn(rubric, ['id', 'text'], { gold: {} })).toEqual([]);
  });

  it('those of the one gold column are called by its name', () => {
    expect(ratersIn(rubric, ['id', 'Mina '], { gold: { style: 1 } })).toEqual([
      { name: 'Mina', labels: { from: 'gold', paths: ['style'] } },
    ]);
  });

  it('several gold columns are one person, called by all their names', () => {
    expect(ratersIn(rubric, ['gold.style', 'gold.depth'], { gold: { style: 0, depth: 1 } })).toEqual([
      { name: 'gold', labels: { from: 'gold', paths: ['style', 'depth'] } },
    ]);
    expect(ratersIn(rubric, ['Style by Mina', 'Depth'], { gold: { style: 0, depth: 1 } })).toEqual([
      { name: 'Style by Mina, Depth', labels: { from: 'gold', paths: ['style', 'depth'] } },
    ]);
    const long = `${'x'.repeat(40)} style`;
    const [rater] = ratersIn(rubric, [long, `${long} 2`], { gold: { style: 0, depth: 1 } });
    expect(rater?.name).toHaveLength(60);
  });

  it('label columns of an export belong to the person they name, also one with a dot in the name', () => {
    const columns = [
      'text',
      'assay.label.Mina.style',
      'assay.label.J. Doe.depth',
      'assay2.label.Mina.depth',
      'assay.label.Mina.unknown',
      'assay.label..style',
      'gold.depth',
    ];
    // Mapped by hand, the column is still the person's that it names.
    expect(ratersIn(rubric, columns, { gold: { style: 1, depth: 6 } })).toEqual([
      { name: 'gold.depth', labels: { from: 'gold', paths: ['depth'] } },
      {
        name: 'Mina',
        labels: {
          from: 'cells',
          columns: new Map([
            ['style', 1],
            ['depth', 3],
          ]),
        },
      },
      { name: 'J. Doe', labels: { from: 'cells', columns: new Map([['depth', 2]]) } },
    ]);
  });
});
