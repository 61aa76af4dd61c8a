/** The cache of downloaded and built programs. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

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
