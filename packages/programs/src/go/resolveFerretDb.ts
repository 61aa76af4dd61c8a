/** Finds or builds FerretDB, which speaks MongoDB's protocol and stores its data in PostgreSQL. */
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ResolveOptions } from '../resolveOptions';
import { runTool } from '../runTool';
import { buildWithGo, goModuleFolder } from './goBuild';
import { pinFolder, resolveGoProgram } from './resolveGoProgram';

const name = 'ferretdb';
const version = '1.24.2';

/**
 * Builds a copy of the module's sources: FerretDB refuses to start without a file with its version, which its releases
 * add to the sources.
 */
async function build(target: string, options: ResolveOptions): Promise<void> {
  const folder = dirname(target);
  const sources = join(folder, 'sources');
  const module = await goModuleFolder(
    'github.com/FerretDB/FerretDB',
    pinFolder(name),
    options,
  );
  await cp(module, sources, { recursive: true });
  // Go write-protects its module cache.
  await runTool({
    command: 'chmod',
    args: ['-R', 'u+w', sources],
    logFile: join(folder, 'chmod.log'),
  });
  await writeFile(
    join(sources, 'build', 'version', 'version.txt'),
    `v${version}`,
  );
  await buildWithGo(
    {
      name,
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
export const resolveFerretDb = (
  options: ResolveOptions = {},
): Promise<string> =>
  resolveGoProgram(
    {
      name,
      title: 'FerretDB',
      version,
      build: target => build(target, options),
    },
    options,
  );
