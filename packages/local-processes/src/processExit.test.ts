import { processFailure, type ProcessExit } from './processExit';

describe('the message for a process that failed', () => {
  const exit: ProcessExit = {
    name: 'etcd',
    code: 1,
    signal: null,
    expected: false,
    logFile: '/logs/etcd.log',
    lastLines: ['first', 'last'],
  };
  const message = (change: Partial<ProcessExit>) =>
    processFailure({ ...exit, ...change }).message;

  it('reports the exit, the path of the log and its last lines', () => {
    expect(message({})).toBe(
      'etcd exited with code 1.\nIts log is /logs/etcd.log; it ends with:\n  first\n  last',
    );
    expect(message({ lastLines: [] })).toContain('(nothing was logged)');
  });

  it.each([
    [{ code: null, signal: 'SIGKILL' as const }, /was killed.*memory/],
    [{ code: null, signal: 'SIGSEGV' as const }, /was ended by signal SIGSEGV/],
    [{ code: 127 }, /the program was not found/],
    [{ code: 126 }, /not executable here/],
    [{ lastLines: ['write: no space left on device'] }, /The disk is full/],
    [{ lastLines: ['bind: address already in use'] }, /listens on its port/],
    [{ lastLines: ['exec format error'] }, /another platform/],
    [{ lastLines: ['open x: permission denied'] }, /lacks a permission/],
  ])('explains %j', (change, expectedMessage) => {
    expect(message(change)).toMatch(expectedMessage);
  });
});
