import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepRunning, type AutoRestartedProcess } from './nodeProcess';

describe('keepRunning', () => {
  let dir: string;
  let kept: AutoRestartedProcess | undefined;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'klutch-kept-'));
  });
  afterEach(async () => {
    await kept?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('restarts a killed program and reports the log', async () => {
    const pid = () => kept?.pid ?? 0;
    const restarted = new Promise<string>(resolve => {
      keepRunning({
        name: 'sleeper',
        args: ['-e', 'console.log("here"); setInterval(() => {}, 1000)'],
        logFile: join(dir, 'sleeper.log'),
        onRestart: resolve,
      }).then(started => {
        kept = started;
        process.kill(started.pid, 'SIGKILL');
      });
    });
    await expect(restarted).resolves.toMatch(
      /^sleeper exited unexpectedly and is being restarted/,
    );
    const first = pid();
    while (pid() === first) await new Promise(resolve => setImmediate(resolve));
    expect(() => process.kill(pid(), 0)).not.toThrow();
    const last = pid();
    await kept?.stop();
    expect(() => process.kill(last, 0)).toThrow();
  });
});
