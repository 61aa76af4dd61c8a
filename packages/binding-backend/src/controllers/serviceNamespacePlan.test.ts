import type { APIServiceNamespace } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import {
  retainedNamespaceMessage,
  namespaceOwnership,
  newServiceNamespace,
  targetNamespace,
  unrecordedTypes,
} from './serviceNamespacePlan';

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
  it('is what the status says, else what follows from the names', () => {
    const named = serviceNamespace('team-a');
    expect(targetNamespace(named)).toEqual({
      ok: true,
      value: 'cluster-x-team-a',
    });
    named.status = { namespace: 'elsewhere' };
    expect(targetNamespace(named)).toEqual({ ok: true, value: 'elsewhere' });
  });

  it('is refused in words when Kubernetes would not allow it', () => {
    const result = targetNamespace(serviceNamespace('t'.repeat(60)));
    expect(!result.ok && result.error).toMatch(/Kubernetes allows 63/);
  });
});

describe('a namespace of the wanted name', () => {
  const ours = newServiceNamespace('cluster-x-a', serviceNamespace('a'));

  it('is ours only by its annotation', () => {
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

describe('a service namespace whose counterpart is gone', () => {
  it('may go when it is empty or what is in it is going', () => {
    expect(retainedNamespaceMessage('n', [])).toBeUndefined();
    expect(
      retainedNamespaceMessage('n', [{ api: 'a.b', objects: [object('now')] }]),
    ).toBeUndefined();
  });

  it('is kept while something in it was never deleted', () => {
    const objects = [object(), object(), object('now')];
    expect(retainedNamespaceMessage('n', [{ api: 'a.b', objects }])).toMatch(
      /n is kept: .* 2 a\.b in it were never deleted/,
    );
  });

  it('is kept while nobody can look into it', () => {
    expect(
      retainedNamespaceMessage('n', [{ api: 'a.b', objects: undefined }]),
    ).toMatch(/may not look whether it still holds a\.b/);
  });

  it('is kept until a person says what is in it, where nobody noted that', () => {
    const remaining = [unrecordedTypes, 'a.b'].map(api => ({
      api,
      objects: undefined,
    }));
    const message = retainedNamespaceMessage('n', remaining);
    expect(message).toMatch(/not known of which types/);
    expect(message).toContain('klutch.anynines.com/synced-types');
  });
});
