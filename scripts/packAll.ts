// `npm run pack:all`: makes a tarball of each published package in `dist-packages`, as `yarn npm publish` would send it.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { execa } from 'execa';
import { publishedPackages } from './lib/publishedPackages';
import { root } from './lib/root';

const out = join(root, 'dist-packages');
const backstageCli = join(root, 'node_modules/.bin/backstage-cli');
const tsc = join(root, 'node_modules/typescript-native/bin/tsc');

async function main(): Promise<void> {
  const run = (command: string, ...args: string[]) =>
    execa(command, args, { cwd: root, stdio: 'inherit' });
  // The builds of libraries join the declarations that the compiler leaves here.
  await run(process.execPath, tsc, '--emitDeclarationOnly');
  await run(backstageCli, 'repo', 'build');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const folder of publishedPackages()) {
    await execa('yarn', ['pack', '--out', join(out, '%s.tgz')], {
      cwd: join(root, folder),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  for (const file of (await readdir(out)).sort()) {
    process.stdout.write(`${relative(root, join(out, file))}\n`);
  }
}

main().catch(error => {
  process.stderr.write(`${error.shortMessage ?? error.message}\n`);
  process.exitCode = 1;
});
