// Copies the pictures that docs/portal.md shows from the screenshots of the last browser tests.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root';

const screenshots = join(root, 'test-results/screenshots');
const pictures = join(root, 'docs/images/portal');
const page = readFileSync(join(root, 'docs/portal.md'), 'utf8');
const names = [...page.matchAll(/images\/portal\/([\w-]+\.png)/g)].flatMap(
  ([, name]) => name ?? [],
);
const missing = names.filter(name => !existsSync(join(screenshots, name)));
if (missing.length > 0) {
  process.stderr.write(
    `Missing in test-results/screenshots: ${missing.join(', ')}. Run KLUTCH_LONG=1 npm test -- e2e first.\n`,
  );
  process.exit(1);
}
mkdirSync(pictures, { recursive: true });
for (const name of names) {
  copyFileSync(join(screenshots, name), join(pictures, name));
}
process.stdout.write(`${names.length} pictures copied.\n`);
