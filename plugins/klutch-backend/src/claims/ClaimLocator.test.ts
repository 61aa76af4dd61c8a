import { NotFoundError, ServiceUnavailableError } from '@backstage/errors';
import { mockCredentials } from '@backstage/backend-test-utils';
import {
  explain,
  klutchClaimReadPermission,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
import type { Caller } from '../identity/Caller';
import { Grant } from '../permissions/Grant';
import { ClaimLocator, type ClaimLocatorOptions } from './ClaimLocator';

const ref = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource: 'restores.g.io',
  name: 'r',
};
const caller: Caller = {
  credentials: mockCredentials.user(),
  person: {
    userRef: 'user:default/alice',
    groups: [],
    kubernetes: { user: 'klutch:alice', groups: [] },
  },
};

/** On an app cluster that binds all APIs, with a control plane that has described none of them. */
const locatorWith = (problem?: Explanation, appCluster: object = {}) =>
  new ClaimLocator({
    appClusters: {
      get: () => ({
        reachability: { reachable: true },
        boundApi: () => ({ group: 'g.io', plural: 'restores' }),
        ...appCluster,
      }),
    },
    callers: { requirePermission: async () => undefined },
    controlPlane: { reachability: { reachable: !problem, problem } },
    inventory: {
      service: () => undefined,
      serviceOn: () => ({ type: 'instance' }),
    },
    permissions: {
      grantOnClaims: async () => new Grant(undefined, () => new Error('no')),
      grantsOnClaims: async () => ({}),
    },
  } as unknown as ClaimLocatorOptions);

describe('an order from an API of unknown type, which would not be checked as a restore', () => {
  it('is refused until the control plane has been read', async () => {
    const problem = explain('ClusterConnecting', {
      cluster: 'the control plane',
    });
    const order = locatorWith(problem).locateNew(caller, ref);
    await expect(order).rejects.toThrow(ServiceUnavailableError);
    await expect(order).rejects.toThrow(problem.message);
  });

  it('is refused when the control plane does not have the API', async () => {
    const order = locatorWith().locateNew(caller, ref);
    await expect(order).rejects.toThrow(NotFoundError);
  });
});

describe('a claim on an app cluster that is unreachable', () => {
  const reachability = {
    reachable: false,
    problem: explain('ClusterConnecting', { cluster: 'Apps' }),
  };
  const locate = (unreachable: boolean, appCluster: object = {}) =>
    locatorWith(undefined, { reachability, ...appCluster }).locateFor(
      caller,
      ref,
      klutchClaimReadPermission,
      'see services',
      { unreachable },
    );

  it('is located for those who want it as it was last seen', async () => {
    await expect(locate(true)).resolves.toMatchObject({ target: { ref } });
    await expect(locate(false)).rejects.toThrow(ServiceUnavailableError);
  });

  it('is not said to be of an API that is not bound, as bindings are unknown', async () => {
    await expect(locate(true, { boundApi: () => undefined })).rejects.toThrow(
      ServiceUnavailableError,
    );
  });
});
