/** Whether a kubeconfig connects to the app cluster of a cluster namespace. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import {
  annotations,
  bindResources,
  names,
  type APIServiceBinding,
} from '@klutch/bind-api';
import {
  kubeconfigSecretTarget,
  type KubeconfigTarget,
} from '@klutch/binding-backend';
import { core, isNotFound, type KubeClient } from '@klutch/kube';
import type { AppClusterRecord } from '../../clusters/appClusterSecret';
import { InvalidError } from '../../errors/InvalidError';
import type { Person } from '../../identity/Caller';
import { kubeconfigCause } from './validateUploadedKubeconfig';

const namespace = names.appClusterNamespace;

type AppCluster = Pick<KubeClient, 'as' | 'list'>;

/** Bindings of an app cluster; none when the CRD is not installed. */
async function bindingsOf(appCluster: AppCluster) {
  try {
    return (await appCluster.list(bindResources.bindings, { namespace })).items;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** The expected app cluster, and the user who provides the kubeconfig. */
export interface ExpectedCluster {
  /** The cluster namespace, with the server URL that its konnector uses. */
  target: KubeconfigTarget;
  /** UID of the cluster namespace. */
  uid: string | undefined;
  person: Person;
}

const recordedUid = ({ metadata }: APIServiceBinding) =>
  metadata.annotations?.[annotations.providerNamespaceUid];

/**
 * Decides for bindings without the recorded UID of a cluster namespace: the reference's konnector never records the
 * UID, ours does shortly after the binding is created.
 */
async function pointsToTarget(
  appCluster: AppCluster,
  unrecorded: readonly APIServiceBinding[],
  { person, target }: ExpectedCluster,
): Promise<boolean> {
  if (unrecorded.length === 0) return false;
  const used = new Set(
    unrecorded.map(({ spec }) => spec?.kubeconfigSecretRef.name),
  );
  const { items } = await appCluster
    .as(person.kubernetes)
    .list(core.secrets, { namespace });
  return items
    .filter(({ metadata }) => used.has(metadata.name))
    .map(kubeconfigSecretTarget)
    .some(
      found =>
        found?.namespace === target.namespace && found.server === target.server,
    );
}

/**
 * Decides by the bindings on the app cluster: the konnector records on each the UID of its cluster namespace. Without
 * that record, the kubeconfig referenced by the binding is read with the user's rights.
 */
export async function isSameCluster(
  appCluster: AppCluster,
  expected: ExpectedCluster,
): Promise<boolean> {
  const { uid } = expected;
  const bindings = await bindingsOf(appCluster);
  const isRecorded =
    uid !== undefined && bindings.some(binding => recordedUid(binding) === uid);
  if (isRecorded) return true;
  const unrecorded = bindings.filter(binding => !recordedUid(binding));
  return pointsToTarget(appCluster, unrecorded, expected);
}

/** Error for a kubeconfig of a cluster other than the one whose konnector reports. */
export const differentClusterError = ({
  clusterNamespace,
  title,
}: Pick<AppClusterRecord, 'clusterNamespace' | 'title'>): InvalidError =>
  new InvalidError(explain('KubeconfigOfOtherCluster', { cluster: title }), [
    kubeconfigCause(
      explain('KubeconfigWithoutBinding', {
        namespace: clusterNamespace,
        cluster: title,
      }),
    ),
  ]);
