import type { Unstructured } from '@klutch/kube';
import { ListedSoFar } from './ListedSoFar';

const object: Unstructured = {
  apiVersion: 'v1',
  kind: 'Db',
  metadata: { name: 'a' },
};

it('keeps what is listed until the caches show it', () => {
  const listed = new ListedSoFar();
  expect(listed.keep('team/a', object)).toBe(object);
  expect(listed.get('team/a')).toBe(object);
  expect(listed.get('team/b')).toBeUndefined();
  listed.end();
  expect(listed.get('team/a')).toBeUndefined();
  expect(listed.keep('team/a', object)).toBe(object);
  expect(listed.get('team/a')).toBeUndefined();
});

it('gives back what has no place on the app cluster, and does not keep it', () => {
  const listed = new ListedSoFar();
  expect(listed.keep(undefined, object)).toBe(object);
  expect(listed.get('')).toBeUndefined();
});
