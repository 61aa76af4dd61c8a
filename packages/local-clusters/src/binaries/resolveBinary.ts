/** Finds or installs a program: from the environment, the cache, the official download or a build from source. */
import { constants, existsSync } from 'node:fs';
import { access, chmod, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { extract } from 'tar';
import {
  cachedProgram,
  cacheFolder,
  currentPlatform,
  type Platform,
} from './cacheFolder';
import { createDownloader, type Downloader } from './downloader';
import {
  downloadSource,
  findChecksum,
  type DownloadHosts,
  type DownloadSource,
} from './downloadSources';
import { buildWithGo } from './goBuild';
import { installOnce, type InstallMethod } from './installOnce';
import { programs, versions, type BinaryName } from './programs';
import { reportElapsed } from './reportElapsed';

/** Options for finding programs. */
export interface ResolveOptions {
  /** Environment variables that name folders and caches. Default: those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Receives progress lines, with durations. */
  onProgress?: (text: string) => void;
  signal?: AbortSignal;
}

/** Replaced in tests: the network and the compiler. */
export interface ResolverDependencies {
  platform: Platform;
  hosts?: DownloadHosts;
  downloader: Downloader;
  build(
    name: BinaryName,
    target: string,
    options: ResolveOptions,
  ): Promise<void>;
}

export const defaultDependencies: ResolverDependencies = {
  platform: currentPlatform(),
  downloader: createDownloader(),
  build: buildWithGo,
};

/** Folders named by environment variables, with the variable's name. */
export function environmentFolders(
  env: NodeJS.ProcessEnv,
): { variable: string; dir?: string }[] {
  return ['KLUTCH_LOCAL_BIN', 'KUBEBUILDER_ASSETS'].map(variable => ({
    variable,
    // Absolute, because programs are started in other folders.
    dir: env[variable] && resolve(env[variable]),
  }));
}

const isExecutable = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Returns the path of a program. The first use on a machine may download (seconds) or build (minutes) the program.
 *
 * @throws Error that names the program, every method that was tried and what to install.
 */
export async function resolveBinary(
  name: BinaryName,
  options: ResolveOptions = {},
  dependencies: ResolverDependencies = defaultDependencies,
): Promise<string> {
  const env = options.env ?? process.env;
  const alreadyTried: string[] = [];
  for (const { variable, dir } of environmentFolders(env)) {
    if (dir && (await isExecutable(join(dir, name)))) return join(dir, name);
    alreadyTried.push(
      dir
        ? `${variable}: no executable ${name} in ${dir}`
        : `${variable}: not set`,
    );
  }
  const { platform } = dependencies;
  const target = cachedProgram(cacheFolder(env), name, platform);
  const what = `${name} v${versions[programs[name].family]} (${platform.os}/${platform.arch})`;
  return installOnce({
    what,
    target,
    methods: [
      downloadMethod(name, what, options, dependencies),
      goBuildMethod(name, what, options, dependencies),
    ],
    alreadyTried: [...alreadyTried, `cache: not in ${dirname(target)}`],
    hint:
      `Put the program into a folder and set KLUTCH_LOCAL_BIN to that folder, or install Go 1.26 or later ` +
      `(https://go.dev/dl) so that it can be built, or allow this machine to download it.`,
    onProgress: options.onProgress,
    signal: options.signal,
  });
}

/** Verifies that a new program runs on this machine and has the expected version. */
async function assertVersion(name: BinaryName, file: string): Promise<void> {
  const { family, versionArgs } = programs[name];
  await chmod(file, 0o755);
  let versionOutput: string;
  try {
    const { stdout, stderr } = await execa(file, versionArgs, {
      timeout: 30_000,
    });
    versionOutput = `${stdout}${stderr}`;
  } catch (error) {
    throw new Error(
      `the program does not run here: ${(error as Error).message.split('\n')[0]}`,
    );
  }
  // Without a following digit: 1.36.3 must not match 1.36.30.
  const version = versions[family].replace(/\./g, '\\.');
  if (
    !new RegExp(`(^|[^0-9.])v?${version}($|[^0-9])`, 'm').test(versionOutput)
  ) {
    throw new Error(
      `the program reports version "${versionOutput.trim().split('\n')[0]}", not v${versions[family]}`,
    );
  }
}

function downloadMethod(
  name: BinaryName,
  what: string,
  options: ResolveOptions,
  dependencies: ResolverDependencies,
): InstallMethod {
  const source = downloadSource(
    name,
    dependencies.platform,
    dependencies.hosts,
  );
  return {
    name: 'download',
    async install(target) {
      if (!source)
        throw new Error(
          `there is no release for ${dependencies.platform.os}/${dependencies.platform.arch}`,
        );
      await download(source, target, what, options, dependencies.downloader);
      await assertVersion(name, target);
    },
  };
}

async function download(
  source: DownloadSource,
  target: string,
  what: string,
  { onProgress, signal }: ResolveOptions,
  downloader: Downloader,
): Promise<void> {
  const file = basename(source.url);
  const expected = findChecksum(
    await downloader.text(source.checksumUrl, signal),
    file,
  );
  if (!expected)
    throw new Error(`${source.checksumUrl} has no checksum for ${file}`);
  const loaded = join(dirname(target), `${file}.download`);
  let percent = 0;
  const done = reportElapsed(`${what}: downloading`, onProgress, () =>
    percent ? `, ${percent} %` : '',
  );
  try {
    const actual = await downloader.file(source.url, loaded, {
      signal,
      onBytes: (bytes, total) => {
        percent = total ? Math.floor((bytes / total) * 100) : 0;
      },
    });
    if (actual !== expected) {
      throw new Error(
        `${source.url} has the checksum ${actual}, but ${expected} is published: the file was discarded`,
      );
    }
  } finally {
    done();
  }
  if (source.member) {
    await extract(
      {
        file: loaded,
        cwd: dirname(target),
        strip: source.member.split('/').length - 1,
      },
      [source.member],
    );
    if (!existsSync(target))
      throw new Error(`${source.url} has no ${source.member}`);
  } else {
    await rename(loaded, target);
  }
  onProgress?.(`${what}: downloaded, checksum verified`);
}

function goBuildMethod(
  name: BinaryName,
  what: string,
  options: ResolveOptions,
  dependencies: ResolverDependencies,
): InstallMethod {
  return {
    name: 'Go build',
    async install(target) {
      const line = `${what}: building from its Go module (${programs[name].buildDuration} the first time)`;
      const elapsed = reportElapsed(line, options.onProgress);
      let seconds = 0;
      try {
        await dependencies.build(name, target, options);
      } finally {
        seconds = elapsed();
      }
      await assertVersion(name, target);
      options.onProgress?.(`${what}: built in ${seconds} s`);
    },
  };
}
