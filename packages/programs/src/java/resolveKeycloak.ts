/** Finds or installs Keycloak: from the environment, the cache, the official download or Maven's repository. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cacheFolder } from '../cacheFolder';
import { copyFromMaven } from './maven';
import { createDownloader, type Downloader } from '../downloader';
import { installOnce, type InstallMethod } from '../installOnce';
import {
  pinnedDownloadMethod,
  extractPinned,
  type PinnedArchive,
} from '../pinnedArchive';
import { whileReportingElapsed } from '../reportElapsed';
import type { ResolveOptions } from '../resolveOptions';

const VERSION = '26.0.7';

/** Replaced in tests: the network, and the release to install. */
export interface KeycloakResolverDependencies {
  release: PinnedArchive;
  downloader: Downloader;
  copyFromMaven: typeof copyFromMaven;
}

const defaultDependencies: KeycloakResolverDependencies = {
  release: {
    url: `https://github.com/keycloak/keycloak/releases/download/${VERSION}/keycloak-${VERSION}.tar.gz`,
    sha256: 'a6d770bbf55625781f1225a54a130839cdc1dd4ad5b3b4bbb18c9ac8bca8f8ae',
  },
  downloader: createDownloader(),
  copyFromMaven,
};

const what = `Keycloak v${VERSION}`;

function mavenMethod(
  options: ResolveOptions,
  dependencies: KeycloakResolverDependencies,
): InstallMethod {
  return {
    name: 'Maven',
    async install(target) {
      const folder = dirname(target);
      await whileReportingElapsed(
        `${what}: copying from Maven's repository`,
        options.onProgress,
        () =>
          dependencies.copyFromMaven(
            `org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`,
            folder,
            options,
          ),
      );
      const file = join(folder, `keycloak-quarkus-dist-${VERSION}.tar.gz`);
      await extractPinned(file, dependencies.release, target);
    },
  };
}

/**
 * Returns Keycloak's folder, with `bin/kc.sh` in it. The folder is shared; run a copy, because Keycloak writes to its
 * folder.
 *
 * @throws Error that names every method that was tried and what to do.
 */
export async function resolveKeycloak(
  options: ResolveOptions = {},
  dependencies: KeycloakResolverDependencies = defaultDependencies,
): Promise<string> {
  const env = options.env ?? process.env;
  const configuredDir = env.KLUTCH_KEYCLOAK && resolve(env.KLUTCH_KEYCLOAK);
  if (configuredDir && existsSync(join(configuredDir, 'bin', 'kc.sh')))
    return configuredDir;
  const target = join(cacheFolder(env), `keycloak-v${VERSION}`);
  return installOnce({
    what,
    target,
    methods: [
      pinnedDownloadMethod(
        dependencies.release,
        what,
        dependencies.downloader,
        options,
      ),
      mavenMethod(options, dependencies),
    ],
    alreadyTried: [
      configuredDir
        ? `KLUTCH_KEYCLOAK: no bin/kc.sh in ${configuredDir}`
        : 'KLUTCH_KEYCLOAK: not set',
      `cache: not in ${target}`,
    ],
    hint:
      'Unpack its release into a folder and set KLUTCH_KEYCLOAK to that folder, or install Maven, ' +
      'or allow this machine to download it.',
    onProgress: options.onProgress,
    signal: options.signal,
  });
}
