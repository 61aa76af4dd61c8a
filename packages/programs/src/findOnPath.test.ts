import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, type PathRequest } from './findOnPath';
import { useTemporaryDirs } from './testing/temporaryDir';

describe('programs of the system', () => {
  const temporaryDir = useTemporaryDirs();
  let root: string;
  beforeEach(() => {
    root = temporaryDir();
  });

  const put = (folder: string, version: string, ...names: string[]) => {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of names)
      writeFileSync(
        join(root, folder, name),
        `#!/bin/sh\necho "${name} (PostgreSQL) ${version} (Debian)"\n`,
        { mode: 0o755 },
      );
  };
  const find = async (
    request: Partial<PathRequest<'pg_dump' | 'pg_restore'>> = {},
  ) => {
    const { found, rejected } = await findOnPath({
      programs: ['pg_dump', 'pg_restore'],
      env: { PATH: `${root}/one:${root}/two`, HOMEBREW_PREFIX: `${root}/brew` },
      ...request,
    });
    return { programs: found?.programs, prefix: found?.prefix, rejected };
  };

  it('are found in the first folder of the path that has all of them', async () => {
    put('one', '15.1', 'pg_dump');
    put('two', '15.2', 'pg_dump', 'pg_restore');
    expect(await find()).toEqual({
      programs: {
        pg_dump: join(root, 'two', 'pg_dump'),
        pg_restore: join(root, 'two', 'pg_restore'),
      },
      prefix: root,
      rejected: [],
    });
  });

  it('are found in bin and sbin beside each other', async () => {
    put('usr/bin', '15.1', 'pg_dump');
    put('usr/sbin', '15.1', 'pg_restore');
    const { programs, prefix } = await find({
      env: { PATH: join(root, 'usr', 'bin') },
    });
    expect(programs?.pg_restore).toBe(join(root, 'usr/sbin/pg_restore'));
    expect(prefix).toBe(join(root, 'usr'));
  });

  it('of further folders come from that with the highest version', async () => {
    put('lib/9/bin', '9.6', 'pg_dump', 'pg_restore');
    put('lib/16/bin', '16.0', 'pg_dump', 'pg_restore');
    const { prefix } = await find({ folders: [join(root, 'lib/*/bin')] });
    expect(prefix).toBe(join(root, 'lib/16'));
  });

  it('are found in keg-only folders of Homebrew', async () => {
    put('brew/opt/postgresql@15/bin', '15.1', 'pg_dump', 'pg_restore');
    const { prefix } = await find({ formulas: ['libpq', 'postgresql@*'] });
    expect(prefix).toBe(join(root, 'brew/opt/postgresql@15'));
  });

  it('of an unsuitable version are skipped and named', async () => {
    put('one', '13.4', 'pg_dump', 'pg_restore');
    put('two', '15.2', 'pg_dump', 'pg_restore');
    const accepts = (version: string) => Number.parseInt(version, 10) >= 15;
    expect(await find({ accepts })).toMatchObject({
      programs: { pg_dump: join(root, 'two', 'pg_dump') },
      rejected: [`${root}/one/pg_dump is version 13.4`],
    });
  });

  it('are accepted by the version of one of them', async () => {
    put('two', '15.2', 'pg_dump');
    put('two', '5.0', 'pg_restore');
    const accepts = (version: string) => version.startsWith('15.');
    expect((await find({ accepts })).programs).toBeUndefined();
    const { prefix } = await find({ accepts, versionOf: ['pg_dump'] });
    expect(prefix).toBe(root);
  });

  it('that do not exist are not found', async () => {
    expect(await find()).toEqual({ rejected: [] });
  });
});
