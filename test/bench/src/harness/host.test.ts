import { hostname } from 'node:os';
import { sampleHost, parseStat, sharesBetween } from './host';

const stat = (ticks: string) => `cpu  ${ticks} 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n`;

describe('shares of the processor', () => {
  it('are those between two readings of /proc/stat', () => {
    const before = parseStat(stat('100 0 50 1000 20 0 5 7'));
    const after = parseStat(stat('120 0 60 1060 20 0 5 17'));
    const { busy, steal } = sharesBetween(before, after);
    expect(busy).toBeCloseTo(0.4);
    expect(steal).toBeCloseTo(0.1);
  });

  it('are zero when no time passed', () => {
    const ticks = parseStat(stat('1 1 1 1 1 1 1 1'));
    expect(sharesBetween(ticks, ticks)).toEqual({ busy: 0, steal: 0 });
  });
});

it('describes the machine without its name', async () => {
  const { host, finish } = await sampleHost(20);
  expect(host).toMatchObject({ node: process.version, stealDuring: null });
  expect(host.cores).toBeGreaterThan(0);
  expect(Object.values(finish()).map(String)).not.toContain(hostname());
});
