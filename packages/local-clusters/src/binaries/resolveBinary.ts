/** Finds or installs a program: from the environment, the cache, the official download or a build from source. */
import { constants } from 'node:fs';
import { access, chmod } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import {
  buildWithGo,
  cacheFolder,
  checkedDownloadMethod,
  createDownloader,
  currentPlatform,
  goBuildMethod,
  installOnce,
  type Downloader,
  type InstallMethod,
  type Platform,
  type ResolveOptions,
} from '@klutch/programs';
import { cachedProgram } from './cachedFiles';
import { downloadSource, type DownloadHosts } from './downloadSources';
import { goProgram, programs, versions, type BinaryName } from './programs';

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
  build: (name, target, options) =>
    buildWithGo(goProgram(name), target, options),
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
      goBuildMethod(
        file => dependencies.build(name, file, options),
        what,
        programs[name].buildDuration,
        options,
      ),
    ].map(method => withVersionCheck(name, method)),
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

function withVersionCheck(
  name: BinaryName,
  method: InstallMethod,
): InstallMethod {
  return {
    name: method.name,
    async install(target) {
      await method.install(target);
      await assertVersion(name, target);
    },
  };
}

/** The official download, if the platform has one. */
function downloadMethod(
  name: BinaryName,
  what: string,
  options: ResolveOptions,
  { platform, hosts, downloader }: ResolverDependencies,
): InstallMethod {
  const source = downloadSource(name, platform, hosts);
  if (source) return checkedDownloadMethod(source, what, downloader, options);
  return {
    name: 'download',
    install: async () => {
      throw new Error(
        `there is no release for ${platform.os}/${platform.arch}`,
      );
    },
  };
}
