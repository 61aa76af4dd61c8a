import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../testing/host';
import { reachableFolder } from './reachableFolder';
import { resolveRunAs } from './runAs';

describe('programs in a folder that the user of the servers cannot access', () => {
  it('are copied, with scripts that refer to the copy', async () => {
    // Only root starts servers as another user.
    if (process.getuid?.() !== 0) return;
    const folder = await temporaryFolder();
    const programs = join(folder, 'programs');
    await mkdir(join(programs, 'bin'), { recursive: true });
    const script = `#!/bin/sh\nexec ${programs}/lib/thing "$@"\n`;
    await writeFile(join(programs, 'bin', 'thing'), script, { mode: 0o755 });
    await writeFile(join(programs, 'bin', 'data'), programs);
    await chmod(programs, 0o700);

    const copy = await reachableFolder(await resolveRunAs(), programs, {
      copies: folder,
      version: '1',
    });
    expect(copy).toBe(join(folder, '1'));
    const read = (name: string) => readFile(join(copy, 'bin', name), 'utf8');
    expect(await read('thing')).toBe(script.replace(programs, copy));
    expect(await read('data')).toBe(programs);
    await removeFolder(folder);
  });
});
