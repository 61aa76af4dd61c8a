/** Crashes in the life of an app cluster on the control plane cluster. */
import { bindResources, names } from '@klutch/bind-api';
import { core, isNotFound } from '@klutch/kube';
import { backendNames } from '../../../backendNames';
import { BindingError } from '../../../errors/BindingError';
import { offboard } from '../../../offboarding/offboard';
import { withoutWaiting, eventually } from '../../__testUtils__/controlPlane';
import {
  identityOf,
  namespaceOf,
  serviceNamespaceIn,
  team,
  type CrashFixture,
} from './CrashFixture';
import type { Scenario } from './crashAtEach';
import {
  claimNamespace,
  hasExport,
  hasServiceNamespace,
  isCleared,
  isProvisioned,
  serviceNamespaceOf,
} from './tenantState';

/** Runs before a test case. */
export const provision = async (on: CrashFixture, name: string) => {
  await on.backend.provision(identityOf(name));
  await eventually(`${name} is provisioned`, () => isProvisioned(on, name));
};

const isExported = (on: CrashFixture, name: string) =>
  hasExport(on, namespaceOf(name));

const request = async (on: CrashFixture, name: string) => {
  await provision(on, name);
  await on.plane.request(namespaceOf(name));
  await eventually(`${name} has its export`, () => isExported(on, name));
};

const isShared = (on: CrashFixture, name: string) =>
  hasServiceNamespace(on, namespaceOf(name));

const share = async (on: CrashFixture, name: string) => {
  await request(on, name);
  await claimNamespace(on, namespaceOf(name));
  await eventually(`${name} is shared`, () => isShared(on, name));
};

/** Runs after a test case. */
export const deleteNamespace = (on: CrashFixture, name: string) =>
  on.admin.delete(core.namespaces, { name: namespaceOf(name) });

const [secretA] = backendNames.tokenSecrets;

/** Scenarios by name. */
export const tenantScenarios = {
  provision: {
    writes: [
      'create namespaces',
      'create serviceaccounts',
      'create rolebindings',
      `create secrets/${secretA}`,
      'create tokens',
      `create secrets/${names.kubeconfigSecret}`,
      'create clusterbindings',
      'patch clusterbindings/status',
    ],
    act: (on, name) => on.backend.provision(identityOf(name)),
    isRepeated: true,
    done: isProvisioned,
    restore: deleteNamespace,
  },
  request: {
    writes: [
      'create apiserviceexports',
      'patch apiserviceexports/status',
      'patch apiserviceexportrequests/status',
    ],
    prepare: provision,
    act: (on, name) => on.plane.request(namespaceOf(name)),
    done: isExported,
    restore: deleteNamespace,
  },
  namespace: {
    writes: [
      'patch apiservicenamespaces',
      'create namespaces',
      'create rolebindings',
      'patch apiservicenamespaces/status',
    ],
    prepare: request,
    act: (on, name) => claimNamespace(on, namespaceOf(name)),
    done: isShared,
    restore: deleteNamespace,
  },
  'namespace-delete': {
    writes: ['delete namespaces', 'patch apiservicenamespaces'],
    prepare: share,
    act: (on, name) =>
      on.admin.delete(bindResources.serviceNamespaces, {
        namespace: namespaceOf(name),
        name: team,
      }),
    done: async (on, name) =>
      !(await serviceNamespaceOf(on, namespaceOf(name))) &&
      !(await on.admin.get(core.namespaces, {
        name: serviceNamespaceIn(namespaceOf(name)),
      })),
    restore: deleteNamespace,
  },
  offboarding: {
    writes: [
      `patch secrets/${names.kubeconfigSecret}`,
      `delete secrets/${secretA}`,
      'delete apiserviceexports',
      'delete namespaces',
      'delete apiservicenamespaces',
    ],
    prepare: share,
    act: async (on, name) => {
      const confirm = namespaceOf(name);
      try {
        await offboard(on.client, confirm, { confirm, ...withoutWaiting });
      } catch (error) {
        const isGone =
          isNotFound(error) ||
          (error instanceof BindingError && error.reason === 'InvalidInput');
        if (!isGone) throw error;
      }
    },
    isRepeated: true,
    done: (on, name) => isCleared(on, namespaceOf(name)),
  },
} satisfies Record<string, Scenario>;
