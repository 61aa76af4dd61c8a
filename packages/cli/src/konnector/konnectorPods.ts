/** Why pods of the konnector do not start. */
import { names } from '@klutch/bind-api';
import {
  defineResource,
  isForbidden,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import { printable } from '../output/table';
import {
  imageOf,
  konnectorSelector,
  type Deployment,
} from './konnectorDeployment';

/** The parts of a Pod that are read. */
export type Pod = KubeObject & {
  spec?: { containers?: { image?: string }[] };
  status?: {
    conditions?: { type: string; status: string; message?: string }[];
    containerStatuses?: {
      state?: { waiting?: { reason?: string; message?: string } };
    }[];
  };
};

/** Pods. */
export const pods = defineResource<Pod>({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
});

const { appClusterNamespace: namespace } = names;

/** The pods of all konnectors of the app cluster; none when they may not be listed. */
export async function readKonnectorPods(
  client: KubeClient,
  signal?: AbortSignal,
): Promise<Pod[]> {
  try {
    const { items } = await client.list(pods, {
      namespace,
      labelSelector: konnectorSelector,
      signal,
    });
    return items;
  } catch (error) {
    if (isForbidden(error)) return [];
    throw error;
  }
}

/** Why a pod does not start. */
export interface PodProblem {
  message: string;
  /** What to do. */
  remedy: string;
  /** Whether waiting longer does not help. */
  isFinal: boolean;
}

/** What happened, then what to do. */
export const problemText = ({ message, remedy }: PodProblem): string =>
  `${printable(message)}. ${remedy}.`;

/** Reasons of the kubelet; the first is that of a first attempt, which may succeed when repeated. */
const imageReasons = [
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
];

const imageRemedy = `Push the image to a registry that the nodes reach; if it needs credentials, add their Secret: kubectl -n ${namespace} patch serviceaccount ${names.konnector} -p '{"imagePullSecrets":[{"name":"<secret>"}]}', then delete the pod. Another image: kubectl klutch konnector install --image <image>`;

const crashReason = 'CrashLoopBackOff';

/** What a pod waits for; undefined when nothing is wrong with it. */
function podProblem({
  metadata: { name = '' },
  spec,
  status,
}: Pod): PodProblem | undefined {
  const waiting = status?.containerStatuses?.[0]?.state?.waiting;
  const { message: detail, reason = '' } = waiting ?? {};
  const why = detail ? `${reason}: ${detail}` : reason;
  if (imageReasons.includes(reason)) {
    return {
      message: `pod ${name} cannot get the image ${spec?.containers?.[0]?.image} (${why})`,
      remedy: imageRemedy,
      isFinal: reason !== imageReasons[0],
    };
  }
  if (reason === crashReason) {
    return {
      message: `pod ${name} ends again and again (${why})`,
      remedy: `See its log: kubectl -n ${namespace} logs ${name} --previous`,
      isFinal: false,
    };
  }
  const unscheduled = status?.conditions?.find(
    condition =>
      condition.type === 'PodScheduled' && condition.status === 'False',
  );
  const isStarting = reason === 'ContainerCreating' || reason === '';
  if (isStarting && !unscheduled) return undefined;
  return {
    message: `pod ${name} does not start (${unscheduled?.message ?? why})`,
    remedy: `See its events: kubectl -n ${namespace} describe pod ${name}`,
    isFinal: false,
  };
}

/** Whether a pod is of the present template: those of a former image, which a rollout deletes, are not. */
const isPodOf =
  (deployment: Deployment) =>
  ({ metadata, spec }: Pod): boolean =>
    spec?.containers?.[0]?.image === imageOf(deployment) &&
    Object.entries(deployment.spec?.selector?.matchLabels ?? {}).every(
      ([key, value]) => metadata.labels?.[key] === value,
    );

/** Why no pod could be created, such as a quota. */
const creationProblem = ({ status }: Deployment): PodProblem | undefined => {
  const failure = status?.conditions?.find(
    condition =>
      condition.type === 'ReplicaFailure' && condition.status === 'True',
  );
  return failure
    ? {
        message: `its pods cannot be created (${failure.message})`,
        remedy: 'Correct what the message names',
        isFinal: false,
      }
    : undefined;
};

/** Why a Deployment does not have its pods; undefined while nothing is wrong. Pure. */
export function rolloutProblem(
  deployment: Deployment,
  found: readonly Pod[],
): PodProblem | undefined {
  const problems = found
    .filter(isPodOf(deployment))
    .map(podProblem)
    .filter((problem): problem is PodProblem => problem !== undefined);
  return (
    problems.find(({ isFinal }) => isFinal) ??
    problems[0] ??
    creationProblem(deployment)
  );
}
