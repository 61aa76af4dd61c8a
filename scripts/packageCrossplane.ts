// `npm run package:crossplane`: builds the Configuration package of `crossplane/` with Crossplane's own CLI.
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { execa } from 'execa';
import { resolveBinary } from '@klutch/local-clusters';
import { root } from './lib/root';

const folder = join(root, 'crossplane');
const file = join(folder, 'dist', 'klutch-data-services.xpkg');

/** Folders whose manifests are no part of a Configuration package. */
const otherManifests = [
  'examples',
  'export-templates',
  'provider-crds',
  'install',
  'dist',
];

async function main(): Promise<void> {
  const cli = await resolveBinary('crank', {
    onProgress: text => process.stdout.write(`${text}\n`),
  });
  await mkdir(join(folder, 'dist'), { recursive: true });
  await execa(
    cli,
    [
      'xpkg',
      'build',
      `--package-root=${folder}`,
      `--examples-root=${join(folder, 'examples')}`,
      `--ignore=${otherManifests.map(name => `${name}/*`).join(',')}`,
      `--package-file=${file}`,
    ],
    { stdio: 'inherit' },
  );
  process.stdout.write(`${relative(root, file)}\n`);
}

main().catch(error => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
