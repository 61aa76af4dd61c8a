/** Finds the workloads of a namespace that use a Secret. */
import {
  defineResource,
  isForbidden,
  isNotFound,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

interface Container {
  env?: { valueFrom?: { secretKeyRef?: { name?: string } } }[];
  envFrom?: { secretRef?: { name?: string } }[];
}

/** A pod's spec, as far as it can refer to Secrets that applications read. */
export interface PodSpec {
  containers?: Container[];
  initContainers?: Container[];
  volumes?: {
    secret?: { secretName?: string };
    projected?: { sources?: { secret?: { name?: string } }[] };
  }[];
}

type Workload = KubeObject & {
  spec?: Record<string, unknown>;
  status?: { phase?: string };
};

interface WorkloadKind {
  resource: ReturnType<typeof defineResource<Workload>>;
  podSpecOf: (spec: Record<string, unknown>) => unknown;
}

const templateSpec = (spec: unknown) =>
  (spec as { template?: { spec?: unknown } } | undefined)?.template?.spec;

const kind = (
  group: string,
  plural: string,
  name: string,
  podSpecOf: WorkloadKind['podSpecOf'] = templateSpec,
): WorkloadKind => ({
  resource: defineResource<Workload>({
    group,
    version: 'v1',
    plural,
    kind: name,
    namespaced: true,
  }),
  podSpecOf,
});

const kinds = [
  kind('apps', 'deployments', 'Deployment'),
  kind('apps', 'replicasets', 'ReplicaSet'),
  kind('apps', 'statefulsets', 'StatefulSet'),
  kind('apps', 'daemonsets', 'DaemonSet'),
  kind('batch', 'cronjobs', 'CronJob', spec =>
    templateSpec((spec.jobTemplate as { spec?: unknown } | undefined)?.spec),
  ),
  kind('batch', 'jobs', 'Job'),
  kind('', 'pods', 'Pod', spec => spec),
];

/** Whether a container reads the Secret as environment variables or files. */
export function usesSecret(spec: PodSpec, secretName: string): boolean {
  const containers = [
    ...(spec.containers ?? []),
    ...(spec.initContainers ?? []),
  ];
  return (
    containers.some(
      ({ env, envFrom }) =>
        env?.some(
          ({ valueFrom }) => valueFrom?.secretKeyRef?.name === secretName,
        ) || envFrom?.some(({ secretRef }) => secretRef?.name === secretName),
    ) ||
    (spec.volumes ?? []).some(
      ({ secret, projected }) =>
        secret?.secretName === secretName ||
        projected?.sources?.some(source => source.secret?.name === secretName),
    )
  );
}

/** Objects of a kind that use the Secret, and whether the person may list the kind. */
interface UsingObjects {
  kind: string;
  objects: Workload[];
  complete: boolean;
}

interface WorkloadStatus {
  /** Pods. */
  phase?: string;
  /** Jobs. */
  conditions?: readonly { type?: string; status?: string }[];
}

/** Whether a Pod or a Job has ended. */
const isFinished = ({ phase = '', conditions = [] }: WorkloadStatus) =>
  ['Succeeded', 'Failed'].includes(phase) ||
  conditions.some(
    ({ type = '', status }) =>
      status === 'True' && ['Complete', 'Failed'].includes(type),
  );

/** ReplicaSets that a Deployment has replaced, and what has ended. Other workloads without replicas may get some again. */
const isHistory = (kindName: string, { metadata, spec, status }: Workload) =>
  (kindName === 'ReplicaSet' &&
    spec?.replicas === 0 &&
    metadata.ownerReferences?.some(({ controller }) => controller)) ||
  (['Pod', 'Job'].includes(kindName) && isFinished(status ?? {}));

async function objectsUsing(
  client: KubeClient,
  { resource, podSpecOf }: WorkloadKind,
  namespace: string,
  secretName: string,
): Promise<UsingObjects> {
  const { kind: name } = resource;
  try {
    const { items } = await client.list(resource, { namespace });
    const objects = items.filter(
      object =>
        !isHistory(name, object) &&
        usesSecret((podSpecOf(object.spec ?? {}) ?? {}) as PodSpec, secretName),
    );
    return { kind: name, objects, complete: true };
  } catch (error) {
    // Clusters without an API have no workloads of it.
    if (isNotFound(error)) return { kind: name, objects: [], complete: true };
    if (isForbidden(error)) return { kind: name, objects: [], complete: false };
    throw error;
  }
}

/** @param client - impersonates the person */
export async function listWorkloads(
  client: KubeClient,
  namespace: string,
  secretName: string,
): Promise<Schemas['WorkloadList']> {
  const lists = await Promise.all(
    kinds.map(each => objectsUsing(client, each, namespace, secretName)),
  );
  const using = new Set(
    lists.flatMap(({ objects }) => objects.map(({ metadata }) => metadata.uid)),
  );
  // Named is what people change: the topmost object that uses the Secret.
  const isTopmost = ({ metadata }: Workload) =>
    !metadata.ownerReferences?.some(
      ({ controller, uid }) => controller && using.has(uid),
    );
  return {
    items: lists.flatMap(({ kind: name, objects }) =>
      objects
        .filter(isTopmost)
        .map(({ metadata }) => ({ kind: name, name: metadata.name ?? '' })),
    ),
    complete: lists.every(({ complete }) => complete),
  };
}
