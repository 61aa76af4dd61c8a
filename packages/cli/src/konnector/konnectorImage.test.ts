import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { version } from '../version';
import {
  imageVersion,
  konnectorImageName,
  pinnedImage,
  requireImage,
} from './konnectorImage';

const root = join(__dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const built = `${konnectorImageName}:${version}`;

it('is named alike by chart, manifests, Dockerfile and docs', () => {
  const { repository, tag } = parse(read('konnector/chart/values.yaml')).image;
  const { appVersion } = parse(read('konnector/chart/Chart.yaml'));
  expect(`${repository}:${tag || appVersion}`).toBe(built);
  const images = parseAllDocuments(read('konnector/deploy/konnector.yaml'))
    .map(document => document.toJS())
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ spec }) => spec.template.spec.containers[0].image);
  expect(images).toEqual([built]);
  expect(read('konnector/Dockerfile')).toContain(`-t ${built} .`);
  const docs = read('docs/konnector.md');
  expect(docs).toContain(`/${built}"`);
  expect(docs).toContain(`s|${built}|`);
});

it.each([
  ['registry.test/k', `registry.test/k:${version}`],
  ['registry.test:5000/k', `registry.test:5000/k:${version}`],
  ['registry.test:5000/k:v1', 'registry.test:5000/k:v1'],
  ['k@sha256:abc', 'k@sha256:abc'],
])('pins %s to %s', (image, expected) => {
  expect(pinnedImage(image)).toBe(expected);
});

it.each([
  ['klutch-konnector:1.2.3', '1.2.3'],
  ['registry.test:5000/klutch-konnector:v1@sha256:abc', 'v1'],
  [
    'registry.test:5000/klutch-konnector',
    'registry.test:5000/klutch-konnector',
  ],
])('reads the version of %s', (image, expected) => {
  expect(imageVersion(image)).toBe(expected);
});

it('comes from the flag, or else the variable', () => {
  const environment = { KLUTCH_KONNECTOR_IMAGE: 'variable:1' };
  expect(requireImage({ environment })).toBe('variable:1');
  expect(requireImage({ environment, image: 'flag:1' })).toBe('flag:1');
  expect(() => requireImage({ environment: {} })).toThrow(
    'KLUTCH_KONNECTOR_IMAGE',
  );
});
