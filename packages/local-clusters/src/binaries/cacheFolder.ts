/** The cache of downloaded and built programs: one folder per version and platform. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { versions, type BinaryName, type Family, programs } from './programs';

/** Operating system and processor, by their Go names, which the downloads use too. */
export interface Platform {
  os: string;
  arch: string;
}

const GO_ARCH: Record<string, string> = {
  x64: 'amd64',
  arm64: 'arm64',
  ppc64: 'ppc64le',
  s390x: 's390x',
};

/** The platform this process runs on. */
export function currentPlatform(): Platform {
  return { os: process.platform, arch: GO_ARCH[process.arch] ?? process.arch };
}

/** The cache folder: `KLUTCH_CACHE`, else `klutch` in `XDG_CACHE_HOME` or `~/.cache`. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.KLUTCH_CACHE) return resolve(env.KLUTCH_CACHE);
  return join(
    env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'),
    'klutch',
  );
}

const familyFolder = (cache: string, family: Family) =>
  join(cache, `${family}-v${versions[family]}`);

/** Path of a program in the cache. */
export function cachedProgram(
  cache: string,
  name: BinaryName,
  platform: Platform,
): string {
  return join(
    familyFolder(cache, programs[name].family),
    `${platform.os}-${platform.arch}`,
    name,
  );
}

/** Path of the folder with Crossplane's CRDs in the cache. */
export const cachedCrossplaneCrds = (cache: string): string =>
  join(familyFolder(cache, 'crossplane'), 'crds');
