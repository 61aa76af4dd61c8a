import { annotations } from '../markers';
import { thingBinding } from '../testing/objects';
import { leadsTo } from './leadsTo';

const secretRef = { namespace: 'klutch-bind', name: 'kubeconfig-x' };
const elsewhere = { namespace: 'klutch-bind', name: 'kubeconfig-y' };
const known = { providerNamespaceUid: () => 'n1' };
const unknown = { providerNamespaceUid: () => undefined };
const pinned = (uid: string) =>
  thingBinding({
    metadata: {
      name: 'things.example.com',
      annotations: { [annotations.providerNamespaceUid]: uid },
    },
  });

describe('leadsTo', () => {
  it('is true of a binding with the kubeconfig, before anything else is known', () => {
    expect(leadsTo(thingBinding(), { secretRef, ...unknown })).toBe(true);
  });

  it('is true of a binding that was led there by another kubeconfig', () => {
    const here = { secretRef: elsewhere, ...known };
    expect(leadsTo(pinned('n1'), here)).toBe(true);
    expect(leadsTo(pinned('n2'), here)).toBe(false);
  });

  it('is false of a binding that was led nowhere yet', () => {
    const here = { secretRef: elsewhere, ...unknown };
    expect(leadsTo(thingBinding(), here)).toBe(false);
    expect(leadsTo(thingBinding({ spec: undefined }), here)).toBe(false);
  });
});
