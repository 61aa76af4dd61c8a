import type { ClaimSchema } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimObject } from '../claimApis/claimResource';
import { compositionFor } from '../claimApis/serviceInfo';
import { sampleCrds } from '../testing/__testUtils__/samples';
import {
  Inventory,
  type InventoryOptions,
  type LocatedClaim,
} from './Inventory';

const rule = (composition: string) => ({
  rule: `!has(self.compositionRef) || self.compositionRef.name in ['a9s-${composition}', 'a8s-${composition}']`,
});
const schemaOf = (composition: string): ClaimSchema => ({
  properties: {
    spec: { 'x-kubernetes-validations': [rule(composition)] },
  },
});

/** With claims on an app cluster, by `<API> <name>`. */
function inventoryWith(claims: Record<string, string>) {
  const crds = new Map(sampleCrds.map(crd => [crd.metadata.name, crd]));
  const inventory = new Inventory({
    controlPlane: {
      caches: { crds, xrds: { byIndex: () => [] } },
    },
  } as unknown as InventoryOptions);
  const boundOf = (resource: string) => ({
    api: inventory.service(resource)?.api,
    cache: {
      get: (key: string) => {
        const name = claims[`${resource} ${key.replace('team-a/', '')}`];
        return name && { spec: { compositionRef: { name } } };
      },
    },
  });
  return (resource: string, spec: ClaimObject['spec']) => {
    const info = inventory.service(`${resource}.anynines.com`);
    const order = {
      cluster: {
        claims: {
          list: () => [boundOf('postgresqlinstances.anynines.com')],
          get: boundOf,
        },
      },
      info: {
        ...info,
        defaultComposition: `a9s-${info?.type}`,
        schema: schemaOf(`${info?.type}`),
      },
      object: {
        metadata: { namespace: 'team-a', name: 'new' },
        spec: { serviceInstanceType: 'postgresql', ...spec },
      },
    } as unknown as LocatedClaim;
    return compositionFor(order.info, inventory.subjectOf(order)?.known);
  };
}

it('orders what is about a claim from the automation of that claim', () => {
  const compositionOf = inventoryWith({
    'postgresqlinstances.anynines.com db': 'a8s-postgresql',
    'postgresqlinstances.anynines.com old': 'a9s-postgresql',
    'backups.anynines.com monday': 'a8s-backup',
  });
  expect(compositionOf('backups', { instanceRef: 'db' })).toBe('a8s-backup');
  expect(compositionOf('servicebindings', { instanceRef: 'db' })).toBe(
    'a8s-binding',
  );
  expect(compositionOf('backups', { instanceRef: 'old' })).toBe('a9s-backup');
  // Into an instance that does not exist yet.
  const restore = { instanceRef: 'new-db', backupRef: 'monday' };
  expect(compositionOf('restores', restore)).toBe('a8s-restore');
  expect(compositionOf('backups', { instanceRef: 'unknown' })).toBe(
    'a9s-backup',
  );
});

it('orders an instance from the default of its API', () => {
  expect(inventoryWith({})('postgresqlinstances', { plan: 'p' })).toBe(
    'a9s-instance',
  );
});
