/** The objects of a claim on both clusters, as far as the person may read them. */
import {
  CONTROL_PLANE_NAME,
  explain,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  causeOf,
  readClaimTrace,
  type TraceNode,
} from '@klutch/control-plane-health';
import { isForbidden, type Unstructured } from '@klutch/kube';
import { claimResource, type KubeCondition } from '../claimApis/claimResource';
import type { ControlPlane } from '../clusters/ControlPlane';
import { mapKubeErrors } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import type { Inventory, LocatedClaim } from '../inventory/Inventory';
import { conditionsOf } from './claimDetail';

export interface TraceOptions {
  controlPlane: ControlPlane;
  inventory: Inventory;
}

type TraceObject = Schemas['TraceObject'];

const hasConditions = (
  status: unknown,
): status is {
  conditions: KubeCondition[];
} =>
  typeof status === 'object' &&
  status !== null &&
  'conditions' in status &&
  Array.isArray(status.conditions);

/** The object without what its spec says. */
export function traceObject(
  { apiVersion = '', kind = '', metadata, status }: Unstructured,
  location: TraceObject['location'],
  depth: number,
): TraceObject {
  const { name = '', namespace, deletionTimestamp } = metadata;
  return {
    location,
    depth,
    apiVersion,
    kind,
    name,
    ...(namespace && { namespace }),
    ...(deletionTimestamp && { deleting: true }),
    conditions: conditionsOf(hasConditions(status) ? status.conditions : []),
  };
}

/** A node and everything below it, each object before its own. */
export function flattenTrace(
  node: TraceNode,
  cause: TraceNode | undefined,
  depth: number,
): TraceObject[] {
  const { object, missing, reference, children } = node;
  const item = object
    ? traceObject(object, 'controlPlane', depth)
    : {
        location: 'controlPlane' as const,
        depth,
        ...reference,
        missing: missing ?? ('NotFound' as const),
        conditions: [],
      };
  return [
    { ...item, ...(node === cause && { waits: true }) },
    ...children.flatMap(child => flattenTrace(child, cause, depth + 1)),
  ];
}

/**
 * The objects of a claim. Those on the control plane are read live as the person.
 *
 * @throws user-facing errors of the control plane, but for a missing right: it is the reason of an incomplete trace
 */
export async function traceClaim(
  claim: LocatedClaim,
  { kubernetes }: Person,
  { controlPlane, inventory }: TraceOptions,
): Promise<Schemas['Trace']> {
  const { info, object } = claim;
  const own = traceObject(object as Unstructured, 'appCluster', 0);
  const { problem } = controlPlane.reachability;
  if (problem) return { objects: [own], incomplete: problem };
  const key = inventory.providerCopyKey(claim);
  if (!key) return { objects: [own], incomplete: explain('CopyUnknown') };
  const client = controlPlane.client.as(kubernetes);
  const errorContext = {
    action: `see ${info.title} "${key.name}" in namespace ${key.namespace}`,
    object: `${info.title} "${key.name}"`,
    cluster: CONTROL_PLANE_NAME,
    user: kubernetes.user,
  };
  return mapKubeErrors(errorContext, async () => {
    try {
      const copy = await client.get(claimResource(info.api), key);
      if (!copy) return { objects: [own], incomplete: explain('CopyMissing') };
      const trace = await readClaimTrace(client, copy as Unstructured);
      return { objects: [own, ...flattenTrace(trace, causeOf(trace), 1)] };
    } catch (error) {
      if (!isForbidden(error)) throw error;
      return { objects: [own], incomplete: explain('Forbidden', errorContext) };
    }
  });
}
