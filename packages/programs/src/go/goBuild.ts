/** Builds a program from its published Go module. */
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import type { InstallMethod } from '../installOnce';
import { reportElapsed } from '../reportElapsed';
import type { ResolveOptions } from '../resolveOptions';
import { runTool } from '../runTool';

/** Go 1.21 is the first version that downloads the toolchain required by a module. */
const MIN_GO_VERSION = { major: 1, minor: 21 };

/** A program of a Go module. */
export interface GoProgram {
  /** Name of the executable that Go writes: the last part of its package's path. */
  name: string;
  /** Folder with a go.mod and a go.sum that require the program's module. */
  moduleFolder: string;
  /** Its main package. */
  goPackage: string;
  /** Flags of the linker, for example those that set the version. Debug data is always left out. */
  linkerFlags?: string;
  /** Disk space of a first build in Go's caches, in GiB (measured, rounded up). */
  buildDiskGiB: number;
}

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

async function assertGoInstalled(env: NodeJS.ProcessEnv): Promise<void> {
  let version: string;
  try {
    // Runs outside of a module, so that the installed Go reports its version, not the toolchain required by a module.
    ({ stdout: version } = await execa('go', ['env', 'GOVERSION'], {
      cwd: '/',
      env: { ...env, GOTOOLCHAIN: 'local' },
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
  { buildDiskGiB }: Pick<GoProgram, 'buildDiskGiB'>,
  cache: string,
  freeBytes: number,
): void {
  if (freeBytes >= buildDiskGiB * GIB) return;
  throw new Error(
    `a build takes ${buildDiskGiB} GiB, and only ${(freeBytes / GIB).toFixed(1)} GiB are free at ${cache}: free disk space, or set GOCACHE and GOMODCACHE to folders on another disk`,
  );
}

async function checkDiskSpaceForBuild(
  program: GoProgram,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { stdout: cache } = await execa('go', ['env', 'GOCACHE'], {
    cwd: '/',
    env,
    extendEnv: false,
  });
  await mkdir(cache, { recursive: true });
  const { bavail, bsize } = await statfs(cache);
  assertDiskSpaceForBuild(program, cache, bavail * bsize);
}

/**
 * Builds a program into the folder of `target`.
 *
 * @throws Error with the compiler's last lines, when Go is missing or the build fails.
 */
export async function buildWithGo(
  program: GoProgram,
  target: string,
  { env = process.env, signal }: ResolveOptions = {},
): Promise<void> {
  await assertGoInstalled(env);
  await checkDiskSpaceForBuild(program, env);
  const { name, moduleFolder, goPackage, linkerFlags = '' } = program;
  await runTool({
    name: `go install ${name}`,
    command: 'go',
    args: ['install', '-ldflags', `-s -w ${linkerFlags}`.trim(), goPackage],
    cwd: moduleFolder,
    env: { ...goEnvironment(env), GOBIN: dirname(target) },
    logFile: join(dirname(target), 'build.log'),
    signal,
    lines: 8,
  });
}

/** A build with Go, and its name and duration (measured on 2 cores) in progress lines. */
export const goBuildMethod = (
  build: (target: string) => Promise<void>,
  what: string,
  buildDuration: string,
  { onProgress }: ResolveOptions,
): InstallMethod => ({
  name: 'Go build',
  async install(target) {
    const elapsed = reportElapsed(
      `${what}: building from its Go module (${buildDuration} the first time)`,
      onProgress,
    );
    let seconds = 0;
    try {
      await build(target);
    } finally {
      seconds = elapsed();
    }
    onProgress?.(`${what}: built in ${seconds} s`);
  },
});

/** The folder of a module's sources, downloaded (and verified against the go.sum in `moduleFolder`) if missing. */
export async function goModuleFolder(
  module: string,
  moduleFolder: string,
  { env = process.env, signal }: ResolveOptions = {},
): Promise<string> {
  await assertGoInstalled(env);
  const { stdout } = await execa('go', ['mod', 'download', '-json', module], {
    cwd: moduleFolder,
    env: goEnvironment(env),
    extendEnv: false,
    signal,
  });
  const { Dir } = JSON.parse(stdout) as { Dir?: string };
  if (!Dir) throw new Error('go did not report the folder of the module');
  return Dir;
}
