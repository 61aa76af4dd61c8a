/** Finds or installs a Java: from the environment, the cache or the official download. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { cacheFolder, currentPlatform, type Platform } from '../cacheFolder';
import { createDownloader, type Downloader } from '../downloader';
import { installOnce } from '../installOnce';
import { pinnedDownloadMethod, type PinnedArchive } from '../pinnedArchive';
import type { ResolveOptions } from '../resolveOptions';

const MIN_MAJOR_VERSION = 17;
const RELEASE = '21.0.5_11';
const DOWNLOADS =
  'https://github.com/adoptium/temurin21-binaries/releases/download/jdk-21.0.5%2B11';

const temurin = (arch: string, sha256: string): PinnedArchive => ({
  url: `${DOWNLOADS}/OpenJDK21U-jre_${arch}_linux_hotspot_${RELEASE}.tar.gz`,
  sha256,
});

/** Replaced in tests. */
export interface JavaResolverDependencies {
  platform: Platform;
  downloader: Downloader;
  /** By operating system and processor. */
  releases: Partial<Record<string, PinnedArchive>>;
}

const defaultDependencies: JavaResolverDependencies = {
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

/** Parses the output of `java -version`; 0 when not parseable. */
export const parseJavaMajor = (versionOutput: string): number =>
  Number(/version "(\d+)/.exec(versionOutput)?.[1] ?? 0);

async function isSupportedJava(java: string): Promise<boolean> {
  if (!existsSync(java)) return false;
  try {
    const { stdout, stderr } = await execa(java, ['-version'], {
      timeout: 30_000,
    });
    return parseJavaMajor(stdout + stderr) >= MIN_MAJOR_VERSION;
  } catch {
    return false;
  }
}

/** Programs of this machine, that of JAVA_HOME first. */
const installedCandidates = (env: NodeJS.ProcessEnv): string[] => [
  ...(env.JAVA_HOME ? [join(env.JAVA_HOME, 'bin', 'java')] : []),
  ...(env.PATH ?? '').split(delimiter).map(dir => join(dir, 'java')),
];

/**
 * Returns the path of a `java` of version 17 or later.
 *
 * @throws Error that names every method that was tried and what to do.
 */
export async function resolveJava(
  options: ResolveOptions = {},
  dependencies: JavaResolverDependencies = defaultDependencies,
): Promise<string> {
  const env = options.env ?? process.env;
  for (const java of installedCandidates(env)) {
    if (await isSupportedJava(java)) return java;
  }
  const platform = `${dependencies.platform.os}-${dependencies.platform.arch}`;
  const what = `Java ${RELEASE} (${platform})`;
  const target = join(cacheFolder(env), `java-v${RELEASE}`, platform);
  const release = dependencies.releases[platform];
  const home = await installOnce({
    what,
    target,
    methods: release
      ? [pinnedDownloadMethod(release, what, dependencies.downloader, options)]
      : [],
    alreadyTried: [
      `JAVA_HOME and PATH: no java ${MIN_MAJOR_VERSION} or later`,
      `cache: not in ${target}`,
    ],
    hint: `Install Java ${MIN_MAJOR_VERSION} or later, or allow this machine to download it.`,
    onProgress: options.onProgress,
    signal: options.signal,
  });
  return join(home, 'bin', 'java');
}
