/** Readers of a published package find the same sections in each README. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(__dirname, '../../..');

const isPublished = (folder: string): boolean => {
  const manifest = readFileSync(join(repository, folder, 'package.json'));
  return !(JSON.parse(manifest.toString()) as { private?: boolean }).private;
};

const folders = [
  'konnector',
  ...['packages', 'plugins'].flatMap(parent =>
    readdirSync(join(repository, parent)).map(name => `${parent}/${name}`),
  ),
].filter(isPublished);

it.each(folders)('the README of %s has all sections', folder => {
  const readme = readFileSync(join(repository, folder, 'README.md'), 'utf8');
  expect(readme).toMatch(/^# .+\n\n\S/);
  const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, text]) => text);
  expect(headings).toEqual(
    expect.arrayContaining([
      'Install',
      'Configure',
      'Permissions',
      'Troubleshooting',
    ]),
  );
});
