/** Finds or builds FerretDB, which speaks MongoDB's protocol and stores its data in PostgreSQL. */
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder, currentPlatform } from '../cacheFolder';
import { installOnce } from '../installOnce';
import type { ResolveOptions } from '../resolveOptions';
import { runTool } from '../runTool';
import { buildWithGo, goBuildMethod, goModuleFolder } from './goBuild';

const VERSION = '1.24.2';
const MODULE = 'github.com/FerretDB/FerretDB';

/** Pins the module, whose own go.sum pins its dependencies. */
const pinFolder = () =>
  join(
    dirname(require.resolve('@klutch/programs/package.json')),
    'go',
    'ferretdb',
  );

/**
 * Builds a copy of the module's sources: FerretDB refuses to start without a file with its version, which its releases
 * add to the sources.
 */
async function build(target: string, options: ResolveOptions): Promise<void> {
  const folder = dirname(target);
  const sources = join(folder, 'sources');
  await cp(await goModuleFolder(MODULE, pinFolder(), options), sources, {
    recursive: true,
  });
  // Go write-protects its module cache.
  await runTool({
    command: 'chmod',
    args: ['-R', 'u+w', sources],
    logFile: join(folder, 'chmod.log'),
  });
  await writeFile(
    join(sources, 'build', 'version', 'version.txt'),
    `v${VERSION}`,
  );
  await buildWithGo(
    {
      name: 'ferretdb',
      moduleFolder: sources,
      goPackage: './cmd/ferretdb',
      buildDiskGiB: 1,
    },
    target,
    options,
  );
}

/**
 * Returns the path of `ferretdb`. The first use on a machine builds it.
 *
 * @throws Error that says what to install when Go is missing or the build fails.
 */
export async function resolveFerretDb(
  options: ResolveOptions = {},
): Promise<string> {
  const { os, arch } = currentPlatform();
  const what = `FerretDB v${VERSION} (${os}/${arch})`;
  const target = join(
    cacheFolder(options.env),
    `ferretdb-v${VERSION}`,
    `${os}-${arch}`,
    'ferretdb',
  );
  return installOnce({
    what,
    target,
    methods: [
      goBuildMethod(file => build(file, options), what, 'about 3 min', options),
    ],
    alreadyTried: [`cache: not in ${target}`],
    hint: 'Install Go 1.21 or later (https://go.dev/dl), which fetches the version that FerretDB needs.',
    onProgress: options.onProgress,
    signal: options.signal,
  });
}
