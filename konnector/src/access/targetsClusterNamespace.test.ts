import { annotations } from '../markers';
import { thingBinding } from '../testing/objects';
import { targetsClusterNamespace } from './targetsClusterNamespace';

const secretRef = { namespace: 'klutch-bind', name: 'kubeconfig-x' };
const elsewhere = { namespace: 'klutch-bind', name: 'kubeconfig-y' };
const pinned = (uid: string) =>
  thingBinding({
    metadata: {
      name: 'things.example.com',
      annotations: { [annotations.providerNamespaceUid]: uid },
    },
  });

describe('targetsClusterNamespace', () => {
  it('is true for a binding with this kubeconfig secret before its cluster namespace is recorded', () => {
    expect(targetsClusterNamespace(thingBinding(), secretRef, undefined)).toBe(
      true,
    );
  });

  it('is true for a binding with another kubeconfig whose recorded cluster namespace is this one', () => {
    expect(targetsClusterNamespace(pinned('n1'), elsewhere, 'n1')).toBe(true);
    expect(targetsClusterNamespace(pinned('n2'), elsewhere, 'n1')).toBe(false);
  });

  it('is false for a binding with another kubeconfig and no recorded cluster namespace', () => {
    const unbound = thingBinding({ spec: undefined });
    expect(targetsClusterNamespace(thingBinding(), elsewhere, undefined)).toBe(
      false,
    );
    expect(targetsClusterNamespace(unbound, elsewhere, undefined)).toBe(false);
  });
});
