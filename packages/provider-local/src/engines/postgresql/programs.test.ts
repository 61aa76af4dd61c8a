import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../../testing/host';
import { findClientPrograms } from './programs';

describe('pg_dump and pg_restore', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => removeFolder(folder));

  /** A folder with programs that only print their version. */
  async function clients(name: string, version: string): Promise<string> {
    const bin = join(folder, name);
    await mkdir(bin);
    for (const program of ['pg_dump', 'pg_restore']) {
      await writeFile(
        join(bin, program),
        `#!/bin/sh\necho '${program} (PostgreSQL) ${version}'\n`,
      );
      await chmod(join(bin, program), 0o755);
    }
    return bin;
  }

  it('are taken from KLUTCH_PG_CLIENT_BIN first, then PATH, then the system', async () => {
    const named = await clients('named', '16.2');
    const path = await clients('path', '15.1');
    const system = await clients('system', '17.0');
    const findSystem = async () => [system];
    const find = (env: NodeJS.ProcessEnv) =>
      findClientPrograms(env, findSystem);
    await expect(
      find({ KLUTCH_PG_CLIENT_BIN: named, PATH: path }),
    ).resolves.toEqual({
      pgDump: join(named, 'pg_dump'),
      pgRestore: join(named, 'pg_restore'),
    });
    await expect(find({ PATH: `/nowhere:${path}` })).resolves.toMatchObject({
      pgDump: join(path, 'pg_dump'),
    });
    await expect(find({ PATH: '/nowhere' })).resolves.toMatchObject({
      pgDump: join(system, 'pg_dump'),
    });
  });

  it('older than the server are skipped; without any, the package is named', async () => {
    const old = await clients('old', '14.9');
    await expect(
      findClientPrograms({ PATH: old }, async () => []),
    ).rejects.toThrow(
      /pg_dump is version 14.9.*Install the package postgresql-client /,
    );
  });
});
