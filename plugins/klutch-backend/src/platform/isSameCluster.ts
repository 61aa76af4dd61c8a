/** Whether a kubeconfig leads to the app cluster that a cluster namespace stands for. */
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
import type { AppClusterRecord } from '../clusters/appClusterSecret';
import { InvalidError } from '../errors/InvalidError';
import type { Person } from '../identity/Caller';
import { kubeconfigCause } from './validateUploadedKubeconfig';

const namespace = names.appClusterNamespace;

type AppCluster = Pick<KubeClient, 'as' | 'list'>;

/** Bindings of an app cluster; none where their type is not known. */
async function bindingsOf(appCluster: AppCluster) {
  try {
    return (await appCluster.list(bindResources.bindings, { namespace })).items;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** What is known of the app cluster, and who gives the kubeconfig. */
export interface ExpectedCluster {
  /** Its cluster namespace, as its konnector reaches it. */
  target: KubeconfigTarget;
  /** Of the cluster namespace. */
  uid: string | undefined;
  person: Person;
}

const recordedUid = ({ metadata }: APIServiceBinding) =>
  metadata.annotations?.[annotations.providerNamespaceUid];

/** Of bindings on which no konnector has recorded where they lead: the reference's never does, ours in a moment. */
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
 * By the bindings there: on each the konnector records the UID of the cluster namespace that it leads to. Where it has
 * not, the kubeconfig that the binding names tells, which is read with the rights of the person.
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

/** For a kubeconfig of another cluster than the one whose konnector reports. */
export const differentClusterError = ({
  clusterNamespace,
  title,
}: Pick<AppClusterRecord, 'clusterNamespace' | 'title'>): InvalidError =>
  new InvalidError(
    `This kubeconfig leads to another cluster than the one whose konnector reports as ${title}.`,
    [
      kubeconfigCause(
        `No binding there leads to the cluster namespace ${clusterNamespace}. Choose a kubeconfig of ${title}.`,
      ),
    ],
  );
