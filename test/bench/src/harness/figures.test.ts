import { figureOf, tableOf } from './figures';

const throughput = (value: number, baseline: number) =>
  figureOf({
    name: 'creates',
    value,
    unit: '/s',
    baseline,
    target: { on: 'ratio', at: 'least', limit: 0.9 },
  });

describe('figureOf', () => {
  it('returns exactly the fields of a result line', () => {
    expect(throughput(95, 100)).toEqual({
      name: 'creates',
      value: 95,
      unit: '/s',
      baseline: 100,
      ratio: 0.95,
      target: 'ratio >= 0.9',
      pass: true,
    });
  });

  it('compares with the target before rounding', () => {
    const justBelow = throughput(89.9999, 100);
    expect(justBelow.ratio).toBe(0.9);
    expect(justBelow.pass).toBe(false);
  });

  it('compares a value with an upper limit', () => {
    const p99 = (value: number) =>
      figureOf({
        name: 'p99',
        value,
        unit: 'ms',
        target: { on: 'value', at: 'most', limit: 5 },
      });
    expect(p99(5)).toMatchObject({
      pass: true,
      baseline: null,
      ratio: null,
      target: 'value <= 5',
    });
    expect(p99(5.001).pass).toBe(false);
    expect(p99(NaN).pass).toBe(false);
  });

  it('multiplies a time limit on a slower machine, and shows the factor', () => {
    const target = {
      on: 'value',
      at: 'most',
      limit: 10,
      slowness: 2.5,
    } as const;
    const of = (value: number) =>
      figureOf({ name: 'create', value, unit: 'ms', target });
    expect(of(25)).toMatchObject({
      target: 'value <= 25 (10 x 2.50)',
      pass: true,
    });
    expect(of(25.1).pass).toBe(false);
  });

  it('passes without a target', () => {
    expect(figureOf({ name: 'memory', value: 1, unit: 'MiB' })).toMatchObject({
      target: null,
      pass: true,
    });
  });

  it('does not pass a ratio without its baseline', () => {
    const target = { on: 'ratio', at: 'most', limit: 2 } as const;
    const figure = figureOf({ name: 'list', value: 1, unit: 's', target });
    expect(figure.pass).toBe(false);
  });
});

describe('tableOf', () => {
  it('aligns the columns and marks missed targets', () => {
    expect(
      tableOf([
        throughput(80, 100),
        figureOf({ name: 'memory', value: 12, unit: 'MiB' }),
      ]),
    ).toBe(
      [
        'figure   value  unit  baseline  ratio  target',
        'creates     80  /s         100   0.80  ratio >= 0.9  MISSED',
        'memory      12  MiB',
      ].join('\n'),
    );
  });
});
