import { annotations } from '@klutch/bind-api';
import type { Namespace } from '@klutch/kube';
import { chooseClusterNamespace } from './clusterNamespace';

const namespace = (
  name: string,
  identity?: string,
  deletionTimestamp?: string,
): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    ...(deletionTimestamp && { deletionTimestamp }),
    ...(identity && { annotations: { [annotations.identity]: identity } }),
  },
});

describe('choice of a cluster namespace', () => {
  it('goes by the annotation, whatever the name', () => {
    const ours = namespace('cluster-x7k2p', 'alice#apps');
    const others = [namespace('kube-system'), namespace('b', 'bob#apps')];
    expect(chooseClusterNamespace([...others, ours], 'alice#apps')).toBe(ours);
    expect(chooseClusterNamespace(others, 'alice#apps')).toBeUndefined();
  });

  it('names both when two carry the identity', () => {
    const two = [namespace('a', 'alice#apps'), namespace('b', 'alice#apps')];
    expect(() => chooseClusterNamespace(two, 'alice#apps')).toThrow(
      /a and b both carry the identity/,
    );
  });

  it('does not use one that is being deleted', () => {
    const ending = namespace('a', 'alice#apps', '2026-01-01T00:00:00Z');
    expect(() => chooseClusterNamespace([ending], 'alice#apps')).toThrow(
      /is being deleted/,
    );
  });
});
