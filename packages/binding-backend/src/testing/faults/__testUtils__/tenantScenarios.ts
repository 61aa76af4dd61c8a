/** Crashes in the life of an app cluster on the control plane. */
import {
  annotations,
  bindResources,
  binderClusterRoleName,
  getCondition,
  names,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
import equal from 'fast-deep-equal';
import {
  backendConditions as conditions,
  backendNames,
} from '../../../backendNames';
import { tenantRules } from '../../../roles/tenantRole';
import { eventually } from '../../__testUtils__/controlPlane';
import { exportName } from '../../__testUtils__/tenant';
import { databasesExport, secretsClaim } from '../../samples';
import { identityOf, namespaceOf, type CrashWorld } from './CrashWorld';
import type { Scenario } from './crashAtEach';

const [secretA] = backendNames.tokenSecrets;

const isProvisioned = async (on: CrashWorld, name: string) => {
  const namespace = namespaceOf(name);
  const { items } = await on.admin.list(core.namespaces);
  const own = items.filter(
    ({ metadata }) =>
      metadata.annotations?.[annotations.identity] === `${name}#apps`,
  );
  return (
    own.length === 1 &&
    (await on.isTrue(
      namespace,
      conditions.tokenIssued,
      conditions.rightsGranted,
    )) &&
    on.accepts(await on.kubeconfig(namespace), namespace)
  );
};

const provision = async (on: CrashWorld, name: string) => {
  await on.backend.provision(identityOf(name));
  await eventually(`${name} is provisioned`, () => isProvisioned(on, name));
};

const exportOf = (on: CrashWorld, name: string) =>
  on.admin.get(bindResources.exports, {
    namespace: namespaceOf(name),
    name: exportName,
  });

const hasExport = async (on: CrashWorld, name: string) => {
  const namespace = namespaceOf(name);
  const found = await exportOf(on, name);
  const inSync = getCondition(found?.status?.conditions, 'ProviderInSync');
  const role = await on.admin.get(core.clusterRoles, {
    name: binderClusterRoleName(namespace),
  });
  const wanted = tenantRules([databasesExport(namespace, [secretsClaim])]);
  const { items } = await on.admin.list(bindResources.requests, { namespace });
  return (
    inSync?.status === 'True' &&
    equal(role?.rules, wanted) &&
    items.every(({ status }) => status?.phase === 'Succeeded')
  );
};

const forget = async (on: CrashWorld, name: string) => {
  await on.admin.delete(core.namespaces, { name: namespaceOf(name) });
};

/** By what happens. */
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
      'apply clusterroles',
      'patch clusterbindings/status',
    ],
    act: (on, name) => on.backend.provision(identityOf(name)),
    isRepeated: true,
    done: isProvisioned,
    restore: forget,
  },
  request: {
    writes: [
      'create apiserviceexports',
      'patch apiserviceexports/status',
      'patch apiserviceexportrequests/status',
      'apply clusterroles',
    ],
    prepare: provision,
    act: (on, name) => on.plane.request(namespaceOf(name)),
    done: hasExport,
    restore: forget,
  },
} satisfies Record<string, Scenario>;
