import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { galleryPages } from './galleryPages';
import { galleryText } from './galleryText';

const docs = join(__dirname, '../../../../docs');
const page = readFileSync(join(docs, 'pictures.md'), 'utf8');
const taken = readdirSync(join(docs, 'images/pages')).sort();

// `npm run pictures:pages` writes the page, and takes the pictures.
it('is the page docs/pictures.md', () => {
  expect(page).toBe(galleryText(galleryPages));
});

it('has each picture that its pages name, and no other', () => {
  const named = [
    ...galleryText(galleryPages).matchAll(/images\/pages\/([^"]+)/g),
  ];
  expect(taken).toEqual(named.map(([, name]) => name).sort());
});
