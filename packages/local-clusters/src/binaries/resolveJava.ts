/**
 * Finds a Java that runs Keycloak, or gets one: from the environment, the cache or the official download.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, currentPlatform, type Platform } from './cacheFolder';
import { createDownloader, type Downloader } from './downloader';
import { obtainOnce } from './obtainOnce';
import { pinnedDownload, type PinnedArchive } from './pinnedArchive';
import type { ResolveOptions } from './resolveBinary';

const run = promisify(execFile);

const OLDEST_MAJOR = 17;
const RELEASE = '21.0.5_11';
const DOWNLOADS =
  'https://github.com/adoptium/temurin21-binaries/releases/download/jdk-21.0.5%2B11';

const temurin = (arch: string, sha256: string): PinnedArchive => ({
  url: `${DOWNLOADS}/OpenJDK21U-jre_${arch}_linux_hotspot_${RELEASE}.tar.gz`,
  sha256,
});

/** What tests replace. */
export interface JavaSuppliers {
  platform: Platform;
  downloader: Downloader;
  /** By operating system and processor. */
  releases: Partial<Record<string, PinnedArchive>>;
}

const defaultSuppliers: JavaSuppliers = {
  platform: currentPlatform(),
  downloader: createDownloader(),
  releases: {
    'linux-amd64': temurin(
      'x64',
      '553dda64b3b1c3c16f8afe402377ffebe64fb4a1721a46ed426a91fd18185e62',
    ),
    'linux-arm64': temurin(
      'aarch64',
      'e4d02c33aeaf8e1148c1c505e129a709c5bc1889e855d4fb4f001b1780db42b4',
    ),
  },
};

/** Reads what `java -version` says; 0 when that is nothing. */
export const javaMajor = (said: string): number =>
  Number(/version "(\d+)/.exec(said)?.[1] ?? 0);

async function isNewEnough(java: string): Promise<boolean> {
  if (!existsSync(java)) return false;
  try {
    const { stdout, stderr } = await run(java, ['-version'], {
      timeout: 30_000,
    });
    return javaMajor(stdout + stderr) >= OLDEST_MAJOR;
  } catch {
    return false;
  }
}

/** Programs of this machine, the one of JAVA_HOME first. */
const installed = (env: NodeJS.ProcessEnv): string[] => [
  ...(env.JAVA_HOME ? [join(env.JAVA_HOME, 'bin', 'java')] : []),
  ...(env.PATH ?? '').split(delimiter).map(dir => join(dir, 'java')),
];

/**
 * Returns the path of a `java` of version 17 or later.
 *
 * @throws Error that names every way that was tried and what to do, when there is no way.
 */
export async function resolveJava(
  options: ResolveOptions = {},
  suppliers: JavaSuppliers = defaultSuppliers,
): Promise<string> {
  const env = options.env ?? process.env;
  for (const java of installed(env)) {
    if (await isNewEnough(java)) return java;
  }
  const platform = `${suppliers.platform.os}-${suppliers.platform.arch}`;
  const what = `Java ${RELEASE} (${platform})`;
  const target = join(cacheFolder(env), `java-v${RELEASE}`, platform);
  const release = suppliers.releases[platform];
  const home = await obtainOnce({
    what,
    target,
    ways: release
      ? [pinnedDownload(release, what, suppliers.downloader, options)]
      : [],
    triedBefore: [
      `JAVA_HOME and PATH: no java ${OLDEST_MAJOR} or later`,
      `cache: not in ${target}`,
    ],
    advice: `Install Java ${OLDEST_MAJOR} or later, or allow this machine to download it.`,
    onProgress: options.onProgress,
    signal: options.signal,
  });
  return join(home, 'bin', 'java');
}
