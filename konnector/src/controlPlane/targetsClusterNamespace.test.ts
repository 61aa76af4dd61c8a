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
  it('is true of a binding with the kubeconfig, before anything else is known', () => {
    expect(targetsClusterNamespace(thingBinding(), secretRef, undefined)).toBe(
      true,
    );
  });

  it('is true of a binding that was led there by another kubeconfig', () => {
    expect(targetsClusterNamespace(pinned('n1'), elsewhere, 'n1')).toBe(true);
    expect(targetsClusterNamespace(pinned('n2'), elsewhere, 'n1')).toBe(false);
  });

  it('is false of a binding that was led nowhere yet', () => {
    const unbound = thingBinding({ spec: undefined });
    expect(targetsClusterNamespace(thingBinding(), elsewhere, undefined)).toBe(
      false,
    );
    expect(targetsClusterNamespace(unbound, elsewhere, undefined)).toBe(false);
  });
});
