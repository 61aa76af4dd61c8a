import { annotations } from '../markers';
import { thingBinding } from '../testing/objects';
import { targetsClusterNamespace } from './targetsClusterNamespace';

const secretRef = {
  namespace: 'klutch-bind',
  name: 'kubeconfig-x',
  key: 'kubeconfig',
};
const elsewhere = { ...secretRef, name: 'kubeconfig-y' };
const pinned = (uid: string) =>
  thingBinding({
    metadata: {
      name: 'things.example.com',
      annotations: { [annotations.providerNamespaceUid]: uid },
    },
  });

describe('targetsClusterNamespace', () => {
  it('is true for a binding with one of the kubeconfig secrets before its cluster namespace is recorded', () => {
    const refs = [elsewhere, secretRef];
    expect(targetsClusterNamespace(thingBinding(), 'n1', refs)).toBe(true);
  });

  it('is true for a binding with another kubeconfig, or without one that is known, whose recorded cluster namespace is this one', () => {
    expect(targetsClusterNamespace(pinned('n1'), 'n1', [elsewhere])).toBe(true);
    expect(targetsClusterNamespace(pinned('n1'), 'n1', [])).toBe(true);
    expect(targetsClusterNamespace(pinned('n2'), 'n1', [elsewhere])).toBe(
      false,
    );
  });

  it('is false for a binding with another kubeconfig and no recorded cluster namespace', () => {
    const unbound = thingBinding({ spec: undefined });
    const otherKey = { ...secretRef, key: 'next' };
    for (const binding of [thingBinding(), unbound]) {
      const refs = [elsewhere, otherKey];
      expect(targetsClusterNamespace(binding, 'n1', refs)).toBe(false);
    }
  });
});
