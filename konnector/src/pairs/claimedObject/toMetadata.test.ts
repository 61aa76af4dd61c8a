import type { KubeObject } from '@klutch/kube';
import { toMetadata, toMetadataWithOwners } from './toMetadata';

const secretOf = (apiVersion: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    namespace: 'team-a',
    name: 'db',
    uid: 'u1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['example.com/x'],
    ownerReferences: [
      { apiVersion, kind: 'App', name: 'shop', uid: 'o1', controller: true },
    ],
  },
});

it('keeps owners of custom types and the creation timestamp', () => {
  const { metadata } = toMetadataWithOwners(secretOf('example.com/v1'));
  expect(metadata).toMatchObject({
    creationTimestamp: '2026-01-01T00:00:00Z',
    ownerReferences: [
      { apiVersion: 'example.com/v1', kind: 'App', name: 'shop', uid: 'o1' },
    ],
  });
  expect(metadata.finalizers).toBeUndefined();
});

it('drops owners of built-in types and all owners on the control plane', () => {
  const slim = toMetadata(secretOf('apps/v1'));
  expect(toMetadataWithOwners(secretOf('apps/v1'))).toEqual(slim);
  expect(toMetadata(secretOf('example.com/v1'))).toEqual(slim);
  expect(slim.metadata).not.toHaveProperty('ownerReferences');
});
