import type { APIServiceNamespace } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import {
  retainedNamespaceMessage,
  namespaceOwnership,
  newServiceNamespace,
  targetNamespace,
  unrecordedTypes,
} from './serviceNamespaceOwnership';

const serviceNamespace = (name: string): APIServiceNamespace => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceNamespace',
  metadata: { name, namespace: 'cluster-x' },
});
const object = (deletionTimestamp?: string): KubeObject => ({
  apiVersion: 'example.test/v1',
  kind: 'Database',
  metadata: { ...(deletionTimestamp && { deletionTimestamp }) },
});

describe('name of a service namespace', () => {
  it('is the one in the status, otherwise derived from the names', () => {
    const named = serviceNamespace('team-a');
    expect(targetNamespace(named)).toEqual({
      ok: true,
      value: 'cluster-x-team-a',
    });
    named.status = { namespace: 'elsewhere' };
    expect(targetNamespace(named)).toEqual({ ok: true, value: 'elsewhere' });
  });

  it('is refused with a message when Kubernetes would not permit it', () => {
    const result = targetNamespace(serviceNamespace('t'.repeat(60)));
    expect(!result.ok && result.error).toMatch(/Kubernetes allows 63/);
  });
});

describe('a namespace of the desired name', () => {
  const ours = newServiceNamespace('cluster-x-a', serviceNamespace('a'));

  it('is ours only with the annotation', () => {
    const mine = serviceNamespace('a');
    const plain = { ...ours, metadata: { name: 'cluster-x-a' } };
    expect(namespaceOwnership(mine, undefined)).toBe('absent');
    expect(namespaceOwnership(mine, ours)).toBe('ours');
    expect(namespaceOwnership(mine, plain)).toBe('foreign');
    expect(namespaceOwnership(serviceNamespace('b'), ours)).toBe('foreign');
  });

  it('is not usable while it is being deleted', () => {
    const metadata = { ...ours.metadata, deletionTimestamp: 'now' };
    expect(
      namespaceOwnership(serviceNamespace('a'), { ...ours, metadata }),
    ).toBe('terminating');
  });
});

describe('a service namespace whose APIServiceNamespace is deleted', () => {
  it('is deleted when it is empty or all its objects are being deleted', () => {
    expect(retainedNamespaceMessage('n', [])).toBeUndefined();
    expect(
      retainedNamespaceMessage('n', [{ api: 'a.b', objects: [object('now')] }]),
    ).toBeUndefined();
  });

  it('is kept while it contains objects that were not deleted', () => {
    const objects = [object(), object(), object('now')];
    expect(retainedNamespaceMessage('n', [{ api: 'a.b', objects }])).toMatch(
      /n is kept: .* 2 a\.b in it were never deleted/,
    );
  });

  it('is kept while its objects cannot be listed', () => {
    expect(
      retainedNamespaceMessage('n', [{ api: 'a.b', objects: undefined }]),
    ).toMatch(/may not check whether it still holds a\.b/);
  });

  it('is kept until an operator declares its contents, where no types were recorded', () => {
    const remaining = [unrecordedTypes, 'a.b'].map(api => ({
      api,
      objects: undefined,
    }));
    const message = retainedNamespaceMessage('n', remaining);
    expect(message).toMatch(/the types of its objects were not recorded/);
    expect(message).toContain('klutch.anynines.com/synced-types');
  });
});
