import { restartBackoffMs } from './Processes';

describe('a crashed server', () => {
  it('is restarted at once, then with growing delays', () => {
    expect([0, 1, 2, 3, 20].map(restartBackoffMs)).toEqual([
      0, 500, 1000, 2000, 30_000,
    ]);
  });
});
