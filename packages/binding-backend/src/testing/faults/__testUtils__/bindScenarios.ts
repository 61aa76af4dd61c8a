/**
 * Crashes while a portal user binds an API with a restricted audience: on the control plane cluster and the app
 * cluster.
 */
import { bindResources, crds, names } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { backendNames } from '../../../backendNames';
import { isGranted } from '../../../policy/grants';
import { kubeconfigOf } from '../../../tokens/kubeconfig';
import { eventually } from '../../__testUtils__/controlPlane';
import { exportName } from '../../__testUtils__/tenant';
import { databases } from '../../samples';
import { identityOf, namespaceOf, type CrashFixture } from './CrashFixture';
import type { Scenario } from './crashAtEach';
import { hasExport, isProvisioned } from './tenantState';

const group = 'database-people';
const namespace = names.appClusterNamespace;
const bindingKey = { namespace, name: exportName };
const roleKey = { name: `klutch-konnector-${exportName}` };
const crdKey = { name: crds.apiServiceBindings.metadata.name ?? '' };
const onAppCluster = (write: string) => `${write} on the app cluster`;

const bind = (on: CrashFixture, name: string) =>
  on.backend.bind({
    binder: { issuer: 'portal', subject: name, groups: [group] },
    identity: identityOf(name),
    appCluster: on.appCluster,
    resource: databases,
    acceptedClaims: 'all',
  });

const isGrantRecorded = async (on: CrashFixture, name: string) => {
  const key = { namespace: namespaceOf(name), name: names.kubeconfigSecret };
  const secret = await on.admin.get(core.secrets, key);
  return isGranted(secret, databases, new Date());
};

const kubeconfigSecrets = async (on: CrashFixture) => {
  const { items } = await on.apps.list(core.secrets, { namespace });
  return items.filter(secret => kubeconfigOf(secret) !== undefined);
};

/** The konnector's rights, one valid kubeconfig, and a binding that names the kubeconfig and decides on the claim. */
const isOnAppCluster = async (on: CrashFixture, name: string) => {
  if (!(await on.apps.get(core.customResourceDefinitions, crdKey))) {
    return false;
  }
  const binding = await on.apps.get(bindResources.bindings, bindingKey);
  const { kubeconfigSecretRef, permissionClaims = [] } = binding?.spec ?? {};
  const [secret, ...others] = await kubeconfigSecrets(on);
  return (
    others.length === 0 &&
    secret !== undefined &&
    secret.metadata.name === kubeconfigSecretRef?.name &&
    permissionClaims.map(({ state }) => state).join() === 'Accepted' &&
    (await on.apps.get(core.clusterRoles, roleKey)) !== undefined &&
    on.accepts(kubeconfigOf(secret) ?? '', namespaceOf(name))
  );
};

const isBound = async (on: CrashFixture, name: string) =>
  (await isProvisioned(on, name)) &&
  (await isGrantRecorded(on, name)) &&
  (await hasExport(on, namespaceOf(name))) &&
  isOnAppCluster(on, name);

/** Removes everything that was bound. */
const unbind = async (on: CrashFixture, name: string) => {
  await on.plane.offerTo(null);
  await on.admin.delete(core.namespaces, { name: namespaceOf(name) });
  await on.apps.delete(bindResources.bindings, bindingKey);
  await on.apps.delete(core.clusterRoles, roleKey);
  for (const { metadata } of await kubeconfigSecrets(on)) {
    const key = { namespace, name: metadata.name ?? '' };
    await on.apps.delete(core.secrets, key);
  }
};

/** Removes also the objects shared by all bindings, whose deletion and creation take seconds. */
const clear = async (on: CrashFixture, name: string) => {
  const key = { name: namespace };
  await unbind(on, name);
  await on.apps.delete(core.customResourceDefinitions, crdKey);
  await on.apps.delete(core.namespaces, key);
  await eventually(
    'the app cluster is empty',
    async () =>
      !(await on.apps.get(core.customResourceDefinitions, crdKey)) &&
      !(await on.apps.get(core.namespaces, key)),
  );
};

const once = ['create namespaces', 'create customresourcedefinitions'].map(
  onAppCluster,
);

const forSome = {
  prepare: on => on.plane.offerTo(group),
  act: bind,
  isRepeated: true,
  done: isBound,
} satisfies Partial<Scenario>;

/** Scenarios by name. */
export const bindScenarios = {
  'first-bind': {
    ...forSome,
    writes: once,
    counts: ({ what }) => once.includes(what),
    restore: clear,
  },
  bind: {
    ...forSome,
    writes: [
      'create namespaces',
      'create serviceaccounts',
      'create rolebindings',
      `create secrets/${backendNames.tokenSecrets[0]}`,
      'create tokens',
      `create secrets/${names.kubeconfigSecret}`,
      'create clusterbindings',
      `patch secrets/${names.kubeconfigSecret}`, // The record of the consent.
      'create apiserviceexportrequests',
      'create apiserviceexports',
      'patch apiserviceexports/status',
      'patch apiserviceexportrequests/status',
      'patch clusterbindings/status',
      onAppCluster('create secrets'),
      onAppCluster('apply clusterroles'),
      onAppCluster('create apiservicebindings'),
    ],
    restore: unbind,
  },
} satisfies Record<string, Scenario>;
