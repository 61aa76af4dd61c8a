/** Checks the configuration of the page against the schema of the packages that an app has installed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { readExamples } from './page';

const PRODUCTION = '8. In production';

const check = (app: string, files: string[]) =>
  execa(
    'yarn',
    [
      ...['backstage-cli', 'config:check', '--strict', '--package', 'backend'],
      // The environment of production is not here.
      '--lax',
      ...['app-config.yaml', ...files].flatMap(file => ['--config', file]),
    ],
    { cwd: app },
  );

/**
 * @param app - folder of an app that has followed the page
 * @throws with the unknown or invalid keys
 */
export async function checkConfiguration(
  app: string,
  markdown: string,
): Promise<void> {
  await check(app, ['app-config.local.yaml']);
  const examples = readExamples(markdown, PRODUCTION);
  if (examples.length === 0) {
    throw new Error(`The page has no configuration below "${PRODUCTION}".`);
  }
  const files = examples.map((_, index) => `example-${index}.local.yaml`);
  for (const [index, file] of files.entries()) {
    await writeFile(join(app, file), examples[index] ?? '');
  }
  await check(app, files);
}
