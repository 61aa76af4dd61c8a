/** Pins a binding to the two clusters it was created with, so that a replaced cluster is noticed. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { formerClusterOf } from '../formerCluster';
import { annotations, type ClusterPins } from '../markers';
import type { ReplicaLeadership } from '../leaderElection/ReplicaLeadership';
import type { BindingWriter } from './bindingWriter';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';

/** The binding with its pins, or the reason why the binding must not be synced. */
export type Pinned =
  | { pinned: true; binding: APIServiceBinding; pins: ClusterPins }
  | { pinned: false; condition: ConditionResult };

const valueOf = (binding: APIServiceBinding, annotation: string) =>
  binding.metadata.annotations?.[annotation];

/**
 * Why this app cluster is not the one in which the binding was created. A clone with the same bindings would share
 * the copies of the original cluster, and delete them. Pure.
 * @param consumerCluster - see {@link ClusterPins}.
 */
export function appClusterChangedCondition(
  binding: APIServiceBinding,
  consumerCluster: string,
): ConditionResult | undefined {
  const known = valueOf(binding, annotations.consumerCluster);
  if (known === undefined || known === consumerCluster) return undefined;
  if (known === formerClusterOf(binding)) return undefined;
  const { namespace, name } = binding.metadata;
  const where = namespace ? ` -n ${namespace}` : '';
  return falseCondition(
    'AppClusterChanged',
    `This binding was created in another app cluster, of which this one is a copy or a restored backup. Nothing is synced, so that the two do not share their data. If the other one is gone for good, take over from it: kubectl${where} annotate --overwrite apiservicebinding ${name} ${annotations.takeOverFrom}=${known}. Else delete this binding and bind again.`,
  );
}

/** Why the control plane is not the one with which the binding was created. Pure. */
function controlPlaneChangedCondition(
  binding: APIServiceBinding,
  providerNamespaceUid: string,
): ConditionResult | undefined {
  const annotation = annotations.providerNamespaceUid;
  const known = valueOf(binding, annotation);
  if (known === undefined || known === providerNamespaceUid) return undefined;
  return falseCondition(
    'ControlPlaneChanged',
    `The cluster namespace is not the one this binding was created with: the control plane was rebuilt or replaced. Nothing is synced, so that no data is lost. If this is intended, remove the annotation ${annotation} from this binding.`,
  );
}

/**
 * Records both clusters on the binding when it is first reconciled, and compares the clusters from then on. A standby
 * replica leaves the recording to the leader.
 */
export async function pinClusters(
  leadership: Pick<ReplicaLeadership, 'isLeader'>,
  writer: BindingWriter,
  binding: APIServiceBinding,
  clusters: Pick<ClusterPins, 'consumerCluster' | 'providerNamespaceUid'>,
): Promise<Pinned> {
  const { consumerCluster, providerNamespaceUid } = clusters;
  const condition =
    appClusterChangedCondition(binding, consumerCluster) ??
    controlPlaneChangedCondition(binding, providerNamespaceUid);
  if (condition) return { pinned: false, condition };
  const formerCluster = formerClusterOf(binding);
  const pins = { ...clusters, ...(formerCluster && { formerCluster }) };
  const isNew =
    valueOf(binding, annotations.consumerCluster) !== consumerCluster ||
    valueOf(binding, annotations.providerNamespaceUid) === undefined;
  if (!isNew || !leadership.isLeader) return { pinned: true, binding, pins };
  const written = await writer.patchMetadata(binding, {
    annotations: {
      [annotations.consumerCluster]: consumerCluster,
      [annotations.providerNamespaceUid]: providerNamespaceUid,
    },
  });
  return { pinned: true, binding: written, pins };
}
