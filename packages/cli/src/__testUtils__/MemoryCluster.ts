/** An API server in memory, with the calls of commands that bind, whose writes can be made to fail. */
import {
  ApiError,
  resourceName,
  type KubeClient,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from '@klutch/kube';

const namespacedKinds = [
  'Deployment',
  'Role',
  'RoleBinding',
  'Secret',
  'ServiceAccount',
];
const clusterKinds = [
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'Namespace',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
];

const pluralOf = (kind: string): string =>
  `${kind.toLowerCase()}s`.replace(/ys$/, 'ies');

type Target = Pick<Resource<KubeObject>, 'group' | 'plural'>;

/** Fields of a merge patch over those of an object. */
function merged(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || !patch || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> = { ...(value as object) };
  for (const [key, field] of Object.entries(patch)) {
    result[key] = merged(result[key], field);
  }
  return result;
}

/** An object; commands do not read the types of objects that they get. */
export type StoredObject = Pick<KubeObject, 'metadata'> & {
  spec?: object;
  status?: object;
};

export class MemoryCluster {
  readonly objects = new Map<string, StoredObject>();
  /** Every write, such as `apply deployments.apps/klutch-bind/konnector`. */
  readonly writes: string[] = [];
  /** Called before each write, which fails when it throws. */
  onWrite: (write: string) => void = () => undefined;

  /** Name of an object among {@link objects}: `<plural>[.<group>][/<namespace>]/<name>`. */
  private static id(target: Target, key: Partial<ObjectKey>): string {
    const { namespace, name } = key;
    return [resourceName(target), namespace, name].filter(Boolean).join('/');
  }

  private write(verb: string, id: string, dryRun = false): void {
    const text = `${verb} ${id}${dryRun ? ' (dry run)' : ''}`;
    this.onWrite(text);
    this.writes.push(text);
  }

  private store<T extends StoredObject>(
    verb: string,
    resource: Target,
    object: T,
    dryRun?: boolean,
  ): T {
    const {
      generateName = '',
      name = `${generateName}00001`,
      namespace,
    } = object.metadata;
    const id = MemoryCluster.id(resource, { name, namespace });
    this.write(verb, id, dryRun);
    const metadata = { uid: `uid-of-${id}`, ...object.metadata, name };
    const stored = { ...object, metadata };
    if (!dryRun) this.objects.set(id, stored);
    return stored;
  }

  readonly client = {
    server: 'https://memory.test',
    canI: async () => true,
    close: async () => undefined,
    discover: async () =>
      [
        ...namespacedKinds.map(kind => ({ kind, namespaced: true })),
        ...clusterKinds.map(kind => ({ kind, namespaced: false })),
      ].map(type => ({ ...type, plural: pluralOf(type.kind), verbs: [] })),
    get: async (resource: Target, key: ObjectKey) =>
      this.objects.get(MemoryCluster.id(resource, key)),
    list: async (resource: Target) => ({
      items: [...this.objects]
        .filter(([id]) => id.startsWith(`${resourceName(resource)}/`))
        .map(([, object]) => object),
      resourceVersion: '1',
    }),
    create: async (
      resource: Target,
      object: KubeObject,
      options: { dryRun?: boolean } = {},
    ) => {
      if (this.objects.has(MemoryCluster.id(resource, object.metadata))) {
        const message = `${object.metadata.name} already exists`;
        throw new ApiError({ code: 409, reason: 'AlreadyExists', message });
      }
      return this.store('create', resource, object, options.dryRun);
    },
    apply: async (
      resource: Target,
      object: KubeObject,
      { dryRun }: { dryRun?: boolean },
    ) => this.store('apply', resource, object, dryRun),
    mergePatch: async (
      resource: Target,
      key: ObjectKey,
      patch: object,
      { dryRun }: { dryRun?: boolean } = {},
    ) => {
      const old = this.objects.get(MemoryCluster.id(resource, key));
      const { uid } = (patch as Partial<KubeObject>).metadata ?? {};
      if (uid && uid !== old?.metadata.uid) {
        const message = 'the object has another uid';
        throw new ApiError({ code: 409, reason: 'Conflict', message });
      }
      const patched = merged(old, patch) as StoredObject;
      return this.store('patch', resource, patched, dryRun);
    },
    delete: async (
      resource: Target,
      key: ObjectKey,
      { dryRun }: { dryRun?: boolean } = {},
    ) => {
      const id = MemoryCluster.id(resource, key);
      this.write('delete', id, dryRun);
      if (!dryRun) this.objects.delete(id);
      return 'deleted' as const;
    },
    /** All objects, then nothing until the end. */
    watch: (
      resource: Target,
      { onOpen, signal }: { onOpen?: () => void; signal?: AbortSignal },
    ) => this.watch(resource, onOpen, signal),
  } as unknown as KubeClient;

  private async *watch(
    resource: Target,
    onOpen?: () => void,
    signal?: AbortSignal,
  ) {
    onOpen?.();
    const { items } = await this.client.list(resource as Resource<KubeObject>);
    for (const object of items) yield { type: 'ADDED', object };
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    const metadata = { resourceVersion: '1', annotations };
    yield { type: 'BOOKMARK', object: { metadata } };
    await new Promise(resolve => signal?.addEventListener('abort', resolve));
  }
}
