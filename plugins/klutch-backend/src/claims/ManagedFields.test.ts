import type { KubeObject } from '@klutch/kube';
import { ManagedFields } from './ManagedFields';

const version = (
  resourceVersion: string,
  more: Partial<KubeObject['metadata']> = {},
): KubeObject => ({
  apiVersion: 'g.io/v1',
  kind: 'Sql',
  metadata: { name: 'db', uid: 'u', resourceVersion, ...more },
});
const managedFields = [{ manager: 'kubectl' }];

const reader = () =>
  jest.fn(async () => ({ ...version('1', { managedFields }), spec: {} }));

it('reads each version once, also for several people at a time', async () => {
  const known = new ManagedFields();
  const read = reader();
  const found = await Promise.all([
    known.of(version('1'), read),
    known.of(version('1'), read),
  ]);
  expect(found).toEqual(Array(2).fill(version('1', { managedFields })));
  await known.of(version('1'), read);
  expect(read).toHaveBeenCalledTimes(1);
  await known.of(version('2'), read);
  expect(read).toHaveBeenCalledTimes(2);
});

it('does not read an object that has them', async () => {
  const read = reader();
  const live = version('1', { managedFields });
  expect(await new ManagedFields().of(live, read)).toBe(live);
  expect(read).not.toHaveBeenCalled();
});

it('forgets failures', async () => {
  const known = new ManagedFields();
  const failing = () => Promise.reject(new Error('no response'));
  await expect(known.of(version('1'), failing)).rejects.toThrow('no response');
  const read = reader();
  await known.of(version('1'), read);
  expect(read).toHaveBeenCalledTimes(1);
});
