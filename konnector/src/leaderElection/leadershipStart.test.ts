import { LeadershipStart } from './leadershipStart';

const flushPromises = () => new Promise(resolve => setImmediate(resolve));

describe('LeadershipStart', () => {
  it('compares resource versions with the one at the start, numerically', async () => {
    const start = new LeadershipStart(async () => '99');
    start.onStartedLeading();
    expect(start.isAfter('100')).toBe(false);
    await flushPromises();
    expect(start.isAfter('100')).toBe(true);
    expect(start.isAfter('99')).toBe(false);
    expect(start.isAfter('98')).toBe(false);
    expect(start.isAfter('9')).toBe(false);
    expect(start.isAfter(undefined)).toBe(false);
    expect(start.isAfter('abc')).toBe(false);
  });

  it('starts again when this process leads again, and ignores the response to an earlier request', async () => {
    const answers: ((version: string) => void)[] = [];
    const start = new LeadershipStart(
      () => new Promise(resolve => answers.push(resolve)),
    );
    start.onStartedLeading();
    start.onStartedLeading();
    answers[1]?.('50');
    answers[0]?.('10');
    await flushPromises();
    expect(start.isAfter('20')).toBe(false);
    expect(start.isAfter('51')).toBe(true);
  });

  it('requests the version again after a failure', async () => {
    let asked = 0;
    const start = new LeadershipStart(async () => {
      asked += 1;
      if (asked === 1) throw new Error('away');
      return '5';
    });
    start.onStartedLeading();
    await flushPromises();
    expect(start.isAfter('6')).toBe(false);
    await flushPromises();
    expect(start.isAfter('6')).toBe(true);
    expect(asked).toBe(2);
  });
});
