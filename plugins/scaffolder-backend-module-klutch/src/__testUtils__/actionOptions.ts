import { catalogServiceMock } from '@backstage/plugin-catalog-node/testUtils';
import {
  claimEntityName,
  KLUTCH_CLAIM_ANNOTATION,
  stringifyClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import { ordersDb, type FakePortal } from './FakePortal';

/** Entity ref of the instance of most tests. */
export const ordersDbEntity = `resource:default/${claimEntityName(ordersDb)}`;

/** Dependencies of actions, with a catalog that knows one instance, and two other resources of which one has its annotation. */
export const actionOptions = (portal: FakePortal) => ({
  intervalMs: 1,
  mountPath: '/klutch',
  clientFor: async () => portal.client,
  catalog: catalogServiceMock({
    entities: [
      {
        apiVersion: 'backstage.io/v1alpha1',
        kind: 'Resource',
        metadata: {
          name: claimEntityName(ordersDb),
          annotations: {
            [KLUTCH_CLAIM_ANNOTATION]: stringifyClaimRef(ordersDb),
          },
        },
      },
      {
        apiVersion: 'backstage.io/v1alpha1',
        kind: 'Resource',
        metadata: { name: 'bucket' },
      },
      {
        apiVersion: 'backstage.io/v1alpha1',
        kind: 'Resource',
        metadata: {
          name: 'impostor',
          annotations: {
            [KLUTCH_CLAIM_ANNOTATION]: stringifyClaimRef(ordersDb),
          },
        },
      },
    ],
  }),
});
