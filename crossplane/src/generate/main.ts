/** Writes the generated manifests, and removes those of APIs that no longer exist. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { manifestFiles } from './manifestFiles';

async function main(root: string): Promise<void> {
  await Promise.all(
    ['apis', 'export-templates'].map(folder =>
      rm(join(root, folder), { recursive: true, force: true }),
    ),
  );
  for (const [path, content] of manifestFiles()) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

main(join(__dirname, '..', '..')).catch((error: unknown) => {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
});
