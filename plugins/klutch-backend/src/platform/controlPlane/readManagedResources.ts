/** Counts the managed resources of each type on the control plane, impersonating the operator. */
import {
  CONTROL_PLANE_NAME,
  explain,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { isTrue } from '@klutch/control-plane-health';
import {
  isEstablished,
  isForbidden,
  isNotFound,
  resourceName,
  type CustomResourceDefinition,
  type KubeClient,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';

type Row = Schemas['ManagedResources'];

/** A type of managed resources. */
export interface ManagedResourceType {
  /** Name of the Provider; the API group, if no Provider owns the type. */
  provider: string;
  resource: Resource;
}

/** Which types to count. */
export interface PageOfTypes {
  offset: number;
  limit: number;
}

/** Objects of one type that are counted: one page of a list. */
const maximumCounted = 500;

/** Providers put their managed resources into this category, which `kubectl get managed` lists. */
const category = 'managed';

function providerOf({ metadata, spec }: CustomResourceDefinition): string {
  const owners = metadata.ownerReferences ?? [];
  const named = (wanted: string) =>
    owners.find(({ kind }) => kind === wanted)?.name;
  // Names of revisions are the provider's, followed by a digest.
  const revision = named('ProviderRevision')?.replace(/-[0-9a-f]+$/, '');
  return named('Provider') ?? revision ?? spec.group;
}

function typeOf(
  crd: CustomResourceDefinition,
): ManagedResourceType | undefined {
  const { group, names, scope, versions } = crd.spec;
  const version = versions.find(({ storage }) => storage) ?? versions[0];
  if (!names.categories?.includes(category) || !version) return undefined;
  return {
    provider: providerOf(crd),
    resource: {
      group,
      version: version.name,
      plural: names.plural,
      kind: names.kind,
      namespaced: scope === 'Namespaced',
    },
  };
}

/** The types of managed resources that are served, by provider and kind. Pure. */
export function managedResourceTypes(
  crds: readonly CustomResourceDefinition[],
): ManagedResourceType[] {
  return crds
    .filter(isEstablished)
    .flatMap(crd => typeOf(crd) ?? [])
    .sort(
      (a, b) =>
        a.provider.localeCompare(b.provider) ||
        a.resource.kind.localeCompare(b.resource.kind),
    );
}

async function firstPage(
  client: KubeClient,
  resource: Resource,
): Promise<Unstructured[]> {
  const pages = client.listPages(resource, { pageSize: maximumCounted });
  for await (const { items } of pages) return items;
  return [];
}

async function countType(
  client: KubeClient,
  { provider, resource }: ManagedResourceType,
): Promise<Row> {
  const { kind } = resource;
  const name = resourceName(resource);
  const head = { provider, kind, resource: name };
  try {
    const items = await firstPage(client, resource);
    const ready = items.filter(
      item => isTrue(item, 'Ready') && isTrue(item, 'Synced'),
    ).length;
    return {
      ...head,
      ready,
      notReady: items.length - ready,
      complete: items.length < maximumCounted,
    };
  } catch (error) {
    if (!isForbidden(error) && !isNotFound(error)) throw error;
    const { message, params, reason } = explain(
      isForbidden(error)
        ? 'ManagedResourcesForbidden'
        : 'ManagedResourcesNotServed',
      { resource: name },
    );
    return {
      ...head,
      ready: 0,
      notReady: 0,
      complete: false,
      problem: message,
      problemReason: reason,
      problemParams: params,
    };
  }
}

/** Counts a page of types: their CRDs are cached, and only the objects of the page are read. */
export function readManagedResources(
  controlPlane: Pick<ControlPlane, 'client' | 'caches'>,
  { kubernetes }: Person,
  { limit, offset }: PageOfTypes,
): Promise<{ items: Row[]; total: number }> {
  const types = managedResourceTypes(controlPlane.caches.crds.list());
  const client = controlPlane.client.as(kubernetes);
  return mapKubeErrors(
    {
      action: 'count managed resources',
      object: 'A managed resource',
      cluster: CONTROL_PLANE_NAME,
      user: kubernetes.user,
    },
    async () => ({
      total: types.length,
      items: await Promise.all(
        types
          .slice(offset, offset + limit)
          .map(type => countType(client, type)),
      ),
    }),
  );
}
