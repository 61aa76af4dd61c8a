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

it('forgets one namespace, and no other', () => {
  const listed = new ListedSoFar();
  for (const key of ['team/a', 'team/b', 'other/a', 'a']) {
    listed.keep(key, object);
  }
  listed.forget('team');
  expect(listed.get('team/a')).toBeUndefined();
  expect(listed.get('team/b')).toBeUndefined();
  expect(listed.get('other/a')).toBe(object);
  listed.forget('');
  expect(listed.get('a')).toBeUndefined();
  expect(listed.get('other/a')).toBe(object);
});

it('gives back what has no place on the app cluster, and does not keep it', () => {
  const listed = new ListedSoFar();
  expect(listed.keep(undefined, object)).toBe(object);
  expect(listed.get('')).toBeUndefined();
});
