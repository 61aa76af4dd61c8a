import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../testing/host';
import { prepareRoots } from './layout';
import { resolveRunAs } from './runAs';

/** The folder of the servers of a data folder that they cannot access, as it is found again at the next start. */
async function serversFolder(): Promise<string> {
  const home = await temporaryFolder();
  const dataDir = join(home, 'data');
  await mkdir(dataDir);
  await chmod(home, 0o700);
  const runAs = await resolveRunAs();
  const { servers } = await prepareRoots(dataDir, runAs);
  expect((await prepareRoots(dataDir, runAs)).servers).toBe(servers);
  await removeFolder(home);
  await removeFolder(servers);
  return servers;
}

describe('the servers of a data folder in a private home', () => {
  // Only root starts servers as another user.
  const isRoot = process.getuid?.() === 0;

  it('are where no system removes old files', async () => {
    if (!isRoot) return;
    expect(await serversFolder()).toMatch(
      /^\/var\/lib\/klutch-provider-local-/,
    );
  });
});
