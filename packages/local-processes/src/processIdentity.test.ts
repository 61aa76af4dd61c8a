import { spawnSync } from 'node:child_process';
import { isAlive, processIdentity, processStartTime } from './processIdentity';

describe('the start time of a process', () => {
  it('distinguishes processes, and is undefined without a process', () => {
    expect(processStartTime(process.pid)).toBe(processStartTime(process.pid));
    expect(processStartTime(process.pid)).not.toBe(processStartTime(1));
    expect(processStartTime(spawnSync('true').pid)).toBeUndefined();
  });
});

describe('a process', () => {
  it('is alive until it ends, and is not another one with its pid', () => {
    const self = processIdentity(process.pid);
    expect(isAlive(self)).toBe(true);
    expect(isAlive({ ...self, startedAt: 'long ago' })).toBe(false);
    expect(isAlive(processIdentity(spawnSync('true').pid))).toBe(false);
  });
});
