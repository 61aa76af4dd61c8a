/** The host killed before each of its writes: the next process brings the instance to what was ordered. */
import { readdirSync, readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describeLong } from '../testing/describeLong';
import { removeFolder, temporaryFolder } from '../testing/host';
import { eventually } from '../testing/eventually';

jest.setTimeout(600_000);

type Line = Record<string, unknown> & { stage: string };

const program = join(__dirname, '../testing/liveUntilKilled.ts');

/** Runs a process; `killed`: whether the process was killed before the end of its stage. */
async function live(...args: string[]) {
  const { stdout, stderr, signal, exitCode } = await execa(
    process.execPath,
    ['--import', 'tsx', program, ...args],
    { reject: false },
  );
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Line);
  return { lines, stderr, exitCode, killed: signal === 'SIGKILL' };
}

/** How many processes work in a folder. */
const processesIn = (folder: string): number =>
  readdirSync('/proc').filter(pid => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

/** What a life ends with that is interrupted before the n-th write of a stage; undefined when there is no such write. */
async function interruptedLife(stage: string, n: number) {
  const dataDir = await temporaryFolder();
  try {
    const first = await live(dataDir, stage, `${n}`);
    if (!first.killed) return undefined;
    const { lines, stderr, exitCode } = await live(dataDir, stage);
    await eventually(
      `all processes of ${stage} ${n} have ended`,
      () => processesIn(dataDir) === 0,
    );
    const folders = ['instances', 'backups', 'restores'].map(folder =>
      readdir(join(dataDir, 'fake', folder)),
    );
    return {
      n,
      stages: Object.fromEntries(
        [...first.lines, ...lines].map(({ stage: name, ...result }) => [
          name,
          result,
        ]),
      ),
      left: (await Promise.all(folders)).flat(),
      stderr,
      exitCode,
    };
  } finally {
    await removeFolder(dataDir);
  }
}

describeLong('the host, killed before a write', () => {
  it.each([
    ['order', 15],
    ['change', 2],
    ['backUp', 5],
    ['restore', 5],
    ['delete', 3],
  ])(
    'of the stage "%s", ends this stage and the later ones in another process',
    async (stage, fewestWrites) => {
      const lives = [];
      for (let n = 1; ; n += 1) {
        const interrupted = await interruptedLife(stage, n);
        if (!interrupted) break;
        lives.push(interrupted);
      }
      expect(lives.length).toBeGreaterThanOrEqual(fewestWrites);
      for (const { n, ...interrupted } of lives) {
        expect({ n, ...interrupted }).toEqual({
          n,
          stderr: '',
          exitCode: 0,
          left: [],
          stages: {
            order: {
              state: 'provisioned',
              server: { running: true },
              secret: { motto: 'first', password: expect.any(String) },
            },
            change: { parameters: { motto: 'second' } },
            backUp: { backupId: expect.any(String) },
            restore: {
              restoreId: expect.any(String),
              secret: {
                motto: 'second',
                password: (
                  interrupted.stages.order?.secret as { password: string }
                ).password,
              },
            },
            delete: {},
          },
        });
      }
    },
  );
});
