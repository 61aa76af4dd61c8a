/** The portal's frontend bundle: built once, and again when one of its sources changes. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { repository } from '../layout';

const SOURCES = [
  'packages/app/src',
  'packages/app/public',
  'packages/app/package.json',
  'plugins/klutch/src',
  'plugins/klutch/package.json',
  'plugins/klutch-common/src',
  'yarn.lock',
];

const dist = join(repository, 'packages/app/dist');
const stampFile = join(dist, '.built-from');

async function filesOf(path: string): Promise<string[]> {
  try {
    const entries = await readdir(join(repository, path), {
      recursive: true,
      withFileTypes: true,
    });
    return entries
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [join(repository, path)];
  }
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesOf(source)) {
      hash.update(file.slice(repository.length));
      hash.update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

/**
 * Builds the bundle unless the existing one was built from the same sources.
 *
 * @param onProgress - receives the running step
 * @throws with the last lines of the build
 */
export async function buildBundle(
  onProgress: (text: string) => void,
): Promise<void> {
  const wanted = await hashOfSources();
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === wanted) {
    return;
  }
  onProgress('building the frontend bundle, about 60 s');
  const build = await execa(
    join(repository, 'node_modules/.bin/backstage-cli'),
    ['package', 'build'],
    {
      cwd: join(repository, 'packages/app'),
      env: { NODE_ENV: 'production' },
      all: true,
      reject: false,
    },
  );
  if (build.exitCode !== 0) {
    throw new Error(
      `The frontend bundle could not be built:\n${(build.all ?? '').split('\n').slice(-30).join('\n')}`,
    );
  }
  await writeFile(stampFile, wanted);
}
