/** Builds a program from its published Go module, with the go.mod and go.sum in this package's `go` folder. */
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { startProcess } from '@klutch/local-processes';
import {
  linkerFlags,
  type BinaryName,
  type Family,
  programs,
} from './programs';

/** Go 1.21 is the first version that downloads the toolchain required by a module. */
const MIN_GO_VERSION = { major: 1, minor: 21 };

export interface GoOptions {
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

const moduleFolder = (family: Family) =>
  join(
    dirname(require.resolve('@klutch/local-clusters/package.json')),
    'go',
    family,
  );

/**
 * The environment of our go commands. Settings for the user's own projects (flags, workspaces) are removed; settings
 * of module sources (GOPROXY and the like) are kept. Version control systems are disabled.
 */
export function goEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    CGO_ENABLED: '0',
    GOFLAGS: '-buildvcs=false -mod=readonly',
    GOWORK: 'off',
    GO111MODULE: 'on',
    GOOS: '',
    GOARCH: '',
    GOTOOLCHAIN: env.GOTOOLCHAIN || 'auto',
  };
}

/** Parses `go env GOVERSION`; false when Go is too old for this build. */
export function isSupportedGoVersion(version: string): boolean {
  const match = /^go(\d+)\.(\d+)/.exec(version.trim());
  // Development versions of Go report "devel …" and are new enough.
  if (!match) return version.includes('devel');
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return (
    major > MIN_GO_VERSION.major ||
    (major === MIN_GO_VERSION.major && minor >= MIN_GO_VERSION.minor)
  );
}

async function assertGoInstalled(options: GoOptions): Promise<void> {
  let version: string;
  try {
    // Runs outside of a module, so that the installed Go reports its version, not the toolchain required by a module.
    ({ stdout: version } = await execa('go', ['env', 'GOVERSION'], {
      cwd: '/',
      env: { ...options.env, GOTOOLCHAIN: 'local' },
      extendEnv: false,
    }));
  } catch {
    throw new Error('go is not installed');
  }
  if (!isSupportedGoVersion(version)) {
    throw new Error(
      `${version} is too old, ${`${MIN_GO_VERSION.major}.${MIN_GO_VERSION.minor}`} or later is needed`,
    );
  }
}

const GIB = 1024 ** 3;

/**
 * Fails early when a build would fill the disk.
 *
 * @param freeBytes - free space at Go's build cache
 * @throws Error with the free and the required space
 */
export function assertDiskSpaceForBuild(
  name: BinaryName,
  cache: string,
  freeBytes: number,
): void {
  const { buildDiskGiB } = programs[name];
  if (freeBytes >= buildDiskGiB * GIB) return;
  throw new Error(
    `a build takes ${buildDiskGiB} GiB, and only ${(freeBytes / GIB).toFixed(1)} GiB are free at ${cache}: free disk space, or set GOCACHE and GOMODCACHE to folders on another disk`,
  );
}

async function checkDiskSpaceForBuild(
  name: BinaryName,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { stdout: cache } = await execa('go', ['env', 'GOCACHE'], {
    cwd: '/',
    env,
    extendEnv: false,
  });
  await mkdir(cache, { recursive: true });
  const { bavail, bsize } = await statfs(cache);
  assertDiskSpaceForBuild(name, cache, bavail * bsize);
}

/**
 * Builds a program into the folder of `target`.
 *
 * @throws Error with the compiler's last lines, when Go is missing or the build fails.
 */
export async function buildWithGo(
  name: BinaryName,
  target: string,
  options: GoOptions = {},
): Promise<void> {
  const env = options.env ?? process.env;
  await assertGoInstalled({ ...options, env });
  await checkDiskSpaceForBuild(name, env);
  const { family, goPackage } = programs[name];
  const build = await startProcess({
    name: `go install ${name}`,
    command: 'go',
    args: ['install', '-ldflags', linkerFlags(family), goPackage],
    cwd: moduleFolder(family),
    env: { ...goEnvironment(env), GOBIN: dirname(target) },
    logFile: join(dirname(target), 'build.log'),
    signal: options.signal,
  });
  const exit = await build.exited;
  options.signal?.throwIfAborted();
  if (exit.code !== 0) {
    throw new Error(
      `go install failed (${exit.signal ?? `code ${exit.code}`}): ${exit.lastLines.slice(-8).join(' | ')}`,
    );
  }
}

/** The folder of Crossplane's own module, downloaded (and verified against go.sum) if missing. */
export async function crossplaneModuleFolder(
  options: GoOptions = {},
): Promise<string> {
  const env = options.env ?? process.env;
  await assertGoInstalled({ ...options, env });
  const { stdout } = await execa(
    'go',
    ['mod', 'download', '-json', 'github.com/crossplane/crossplane'],
    {
      cwd: moduleFolder('crossplane'),
      env: goEnvironment(env),
      extendEnv: false,
      signal: options.signal,
    },
  );
  const { Dir } = JSON.parse(stdout) as { Dir?: string };
  if (!Dir) throw new Error('go did not report the folder of the module');
  return Dir;
}
