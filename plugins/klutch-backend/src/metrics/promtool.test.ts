/** The rules of all files, checked and unit-tested by the real promtool. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { debianPrograms, findOnPath } from '@klutch/programs';
import { stringify } from 'yaml';
import { monitoringFolder, ruleFiles } from './__testUtils__/monitoringFiles';

const run = promisify(execFile);

/** That of the system, or of the Debian package that the sandbox uses. */
async function findPromtool() {
  const { found } = await findOnPath({ programs: ['promtool'] });
  if (found) return { path: found.programs.promtool, env: {} };
  const { programs, env } = await debianPrograms({
    packages: ['prometheus', 'libjs-jquery'],
    programs: ['promtool'],
    onProgress: () => {},
  });
  return { path: programs.promtool, env };
}

describeLong('rules, in promtool', () => {
  let folder: string;
  let promtool: (...args: string[]) => Promise<{ stdout: string }>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'klutch-rules-'));
    const { path, env } = await findPromtool();
    promtool = (...args) =>
      run(path, args, { cwd: folder, env: { ...process.env, ...env } });
    for (const [name, rules] of ruleFiles()) {
      await writeFile(join(folder, name), stringify(rules));
    }
    const tests = 'alerts.test.yaml';
    await copyFile(join(monitoringFolder, tests), join(folder, tests));
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are valid', async () => {
    const { stdout } = await promtool('check', 'rules', ...ruleFiles().keys());
    expect(stdout.match(/SUCCESS: \d+ rules found/g)).toHaveLength(
      ruleFiles().size,
    );
  }, 60_000);

  it('fire when they should, and only then', async () => {
    const { stdout } = await promtool('test', 'rules', 'alerts.test.yaml');
    expect(stdout).toContain('SUCCESS');
  }, 60_000);
});
