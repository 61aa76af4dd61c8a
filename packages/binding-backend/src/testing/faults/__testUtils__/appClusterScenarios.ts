/** Crashes while an AppClusterBinding is created or deleted. */
import { names } from '@klutch/bind-api';
import { deployments } from '../../../appClusterBinding/planKonnector';
import {
  abandonAppClusterPatch,
  uploadedKubeconfig,
} from '../../__testUtils__/appCluster';
import { eventually } from '../../__testUtils__/controlPlane';
import type { CrashFixture } from './CrashFixture';
import type { Scenario } from './crashAtEach';
import {
  claimNamespace,
  hasExport,
  hasServiceNamespace,
  isCleared,
} from './tenantState';

const upload = (on: CrashFixture, name: string) =>
  on.appClusterBinding(name).putSecret(uploadedKubeconfig(name));

const create = (on: CrashFixture, name: string) =>
  on.appClusterBinding(name).create({ konnector: { deploy: true } });

/** The writes of its konnector. */
const markBindingReady = async (on: CrashFixture, name: string) => {
  const one = on.appClusterBinding(name);
  const binding = await one.apiBinding();
  if (binding && !binding.metadata.finalizers) await one.markBindingReady();
};

const isReady = async (on: CrashFixture, name: string) => {
  const { copy, get, namespace } = on.appClusterBinding(name);
  await markBindingReady(on, name);
  const conditions = (await get())?.status?.conditions ?? [];
  return (
    conditions.some(
      ({ type, status }) => type === 'Ready' && status === 'True',
    ) &&
    (await copy())?.includes(`token-${name}`) &&
    (await on.admin.get(deployments, { namespace, name: names.konnector })) &&
    hasExport(on, namespace)
  );
};

/** Includes a service namespace, as an app cluster has after the first order. */
const setUpAppCluster = async (on: CrashFixture, name: string) => {
  const { namespace } = on.appClusterBinding(name);
  await upload(on, name);
  await create(on, name);
  await eventually(`${name} is ready`, () => isReady(on, name));
  await claimNamespace(on, namespace);
  await eventually(`${name} is shared`, () =>
    hasServiceNamespace(on, namespace),
  );
};

const remove = async (on: CrashFixture, name: string) => {
  const one = on.appClusterBinding(name);
  await one.patch(abandonAppClusterPatch);
  await one.delete();
};

/** Scenarios by name. */
export const appClusterScenarios = {
  'app-cluster-create': {
    writes: [
      'patch appclusterbindings',
      'create namespaces',
      'create serviceaccounts',
      'create rolebindings',
      'apply roles',
      'create clusterbindings',
      `create secrets/${names.kubeconfigSecret}`,
      'create apiserviceexportrequests',
      'create apiserviceexports',
      'patch apiserviceexports/status',
      'patch apiserviceexportrequests/status',
      'patch clusterbindings/status',
      'create apiservicebindings',
      'apply deployments',
      'patch appclusterbindings/status',
    ],
    prepare: upload,
    act: create,
    done: isReady,
    restore: remove,
  },
  'app-cluster-delete': {
    writes: [
      'delete apiservicebindings',
      'patch apiservicebindings',
      'delete apiservicenamespaces',
      'delete namespaces',
      'patch apiservicenamespaces',
      'patch appclusterbindings/status',
      'patch appclusterbindings',
    ],
    prepare: setUpAppCluster,
    act: remove,
    done: async (on, name) => {
      const { get, namespace } = on.appClusterBinding(name);
      return !(await get()) && isCleared(on, namespace);
    },
    isSlow: true,
  },
} satisfies Record<string, Scenario>;
