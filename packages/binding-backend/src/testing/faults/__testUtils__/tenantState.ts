/** What is so in a cluster namespace when a backend has done its work; each may be asked before there is anything. */
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

/** One namespace for one identity, rights, and a token that is good. */
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

/** Databases are exported, and every request has its answer. */
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

/** What the konnector writes for its namespace. */
export const serviceNamespaceOf = (on: CrashFixture, namespace: string) =>
  on.admin.get(bindResources.serviceNamespaces, { namespace, name: team });

/** The konnector asks for a service namespace. */
export const claimNamespace = (on: CrashFixture, namespace: string) =>
  on.admin.create(bindResources.serviceNamespaces, {
    apiVersion: names.apiVersion,
    kind: bindResources.serviceNamespaces.kind,
    metadata: { name: team, namespace },
    spec: {},
  });

/** It is there with its rights, and is announced. */
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

/** Neither it nor its service namespace is left. */
export const isCleared = async (on: CrashFixture, namespace: string) => {
  const { items } = await on.admin.list(core.namespaces);
  const own = [namespace, serviceNamespaceIn(namespace)];
  return items.every(({ metadata }) => !own.includes(metadata.name ?? ''));
};
