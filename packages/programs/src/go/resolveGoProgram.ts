/** Finds or builds a program of a Go module that our packages pin. */
import { dirname, join } from 'node:path';
import { cacheFolder, currentPlatform } from '../cacheFolder';
import { installOnce } from '../installOnce';
import type { ResolveOptions } from '../resolveOptions';
import { goBuildMethod } from './goBuild';

/** A program to find or build. */
export interface PinnedGoProgram {
  /** Name of the executable, and of the folder with the pinned module. */
  name: string;
  /** In messages. */
  title: string;
  version: string;
  /** Writes the program to `target`, in an empty folder. */
  build(target: string): Promise<void>;
}

/** Folder with a go.mod and a go.sum that pin the module, whose own go.sum pins its dependencies. */
export const pinFolder = (name: string): string =>
  join(dirname(require.resolve('@klutch/programs/package.json')), 'go', name);

/**
 * Returns the path of the program. The first use on a machine builds it.
 *
 * @throws Error that says what to install when Go is missing or the build fails.
 */
export async function resolveGoProgram(
  { name, title, version, build }: PinnedGoProgram,
  options: ResolveOptions,
): Promise<string> {
  const { os, arch } = currentPlatform();
  const what = `${title} v${version} (${os}/${arch})`;
  const target = join(
    cacheFolder(options.env),
    `${name}-v${version}`,
    `${os}-${arch}`,
    name,
  );
  return installOnce({
    what,
    target,
    methods: [goBuildMethod(build, what, 'about 3 min', options)],
    alreadyTried: [`cache: not in ${target}`],
    hint: `Install Go 1.21 or later (https://go.dev/dl), which fetches the version that ${title} needs.`,
    onProgress: options.onProgress,
    signal: options.signal,
  });
}
