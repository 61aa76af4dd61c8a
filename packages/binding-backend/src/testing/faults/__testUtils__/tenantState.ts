/** Predicates on the final state of a cluster namespace; each also works before anything exists. */
import {
  annotations,
  bindResources,
  getCondition,
  names,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { backendConditions as conditions } from '../../../backendNames';
import { apiRoleName } from '../../../roles/templateRole';
import { exportName } from '../../__testUtils__/tenant';
import { databases } from '../../samples';
import {
  namespaceOf,
  serviceNamespaceIn,
  team,
  type CrashFixture,
} from './CrashFixture';

/** One namespace for one identity, rights, and a valid token. */
export const isProvisioned = async (on: CrashFixture, name: string) => {
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

/** Databases are exported, and every request is finished. */
export const hasExport = async (on: CrashFixture, namespace: string) => {
  const found = await on.admin.get(bindResources.exports, {
    namespace,
    name: exportName,
  });
  const inSync = getCondition(found?.status?.conditions, 'ProviderInSync');
  const { items } = await on.admin.list(bindResources.requests, { namespace });
  return (
    inSync?.status === 'True' &&
    items.every(({ status }) => status?.phase === 'Succeeded')
  );
};

/** The konnector's APIServiceNamespace. */
export const serviceNamespaceOf = (on: CrashFixture, namespace: string) =>
  on.admin.get(bindResources.serviceNamespaces, { namespace, name: team });

/** The konnector requests a service namespace. */
export const claimNamespace = (on: CrashFixture, namespace: string) =>
  on.admin.create(bindResources.serviceNamespaces, {
    apiVersion: names.apiVersion,
    kind: bindResources.serviceNamespaces.kind,
    metadata: { name: team, namespace },
    spec: {},
  });

/** The service namespace exists with its rights, and is published in the status. */
export const hasServiceNamespace = async (
  on: CrashFixture,
  namespace: string,
) => {
  const target = serviceNamespaceIn(namespace);
  const found = await serviceNamespaceOf(on, namespace);
  const key = { namespace: target, name: apiRoleName(databases) };
  return (
    found?.status?.namespace === target &&
    found.metadata.finalizers?.length === 1 &&
    (await on.admin.get(core.roleBindings, key)) !== undefined
  );
};

/** Neither the APIServiceNamespace nor its service namespace is left. */
export const isCleared = async (on: CrashFixture, namespace: string) => {
  const { items } = await on.admin.list(core.namespaces);
  const own = [namespace, serviceNamespaceIn(namespace)];
  return items.every(({ metadata }) => !own.includes(metadata.name ?? ''));
};
