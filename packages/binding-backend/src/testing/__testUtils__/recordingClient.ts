/** A client that records which verbs were used on which resources, to compare rights with their use. */
import type { KubeClient, PolicyRule, Resource } from '@klutch/kube';

/** One kind of request. */
export interface UsedVerb {
  verb: string;
  /** `<group>/<plural>`, with `/status` for the subresource. */
  resource: string;
  /** Name of the object; undefined for lists and watches. */
  name?: string;
  namespace?: string;
}

type Call = (first: unknown, ...rest: unknown[]) => unknown;

const verbs: Partial<Record<keyof KubeClient, readonly string[]>> = {
  get: ['get'],
  list: ['list'],
  listPages: ['list'],
  watch: ['watch'],
  create: ['create'],
  apply: ['patch', 'create'],
  mergePatch: ['patch'],
  delete: ['delete'],
  createToken: ['create'],
};

/** Methods that return another client. */
const clients: readonly (keyof KubeClient)[] = ['as', 'guarded'];

const isStatus = (options: unknown): boolean =>
  typeof options === 'object' &&
  options !== null &&
  'subresource' in options &&
  options.subresource === 'status';

/** Name and namespace in a key, an object, or options with a selector for one name. */
const targetOf = (subject: unknown): Pick<UsedVerb, 'name' | 'namespace'> => {
  if (typeof subject !== 'object' || subject === null) return {};
  if ('metadata' in subject) return targetOf(subject.metadata);
  const { name, namespace, fieldSelector }: Record<string, unknown> = {
    ...subject,
  };
  const [, selected] =
    /^metadata\.name=([^,]+)/.exec(String(fieldSelector)) ?? [];
  return {
    name: typeof name === 'string' ? name : selected,
    namespace: typeof namespace === 'string' ? namespace : undefined,
  };
};

const resourceOf = (resource: Resource, rest: readonly unknown[]) => {
  const sub = rest.some(isStatus) ? '/status' : '';
  return `${resource.group}/${resource.plural}${sub}`;
};

/** Forwards every call to `client`, and records it in `used`. */
export const recordingClient = (
  client: KubeClient,
  used: UsedVerb[],
): KubeClient =>
  new Proxy(client, {
    get(target, property: keyof KubeClient) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      if (clients.includes(property)) {
        return (...args: unknown[]) =>
          recordingClient(value.apply(target, args), used);
      }
      const needed = verbs[property];
      if (!needed) return value.bind(target);
      const call: Call = (first, ...rest) => {
        const [resource, object] =
          property === 'createToken'
            ? ['/serviceaccounts/token', targetOf(first)]
            : [resourceOf(first as Resource, rest), targetOf(rest[0])];
        needed.forEach(verb => used.push({ verb, resource, ...object }));
        return value.call(target, first, ...rest);
      };
      return call;
    },
  });

/** Rights that were never used, as `<verb> <group>/<resource>`, with the names they are restricted to. */
export const unusedRights = (
  rules: readonly PolicyRule[],
  used: readonly UsedVerb[],
): string[] =>
  rules.flatMap(({ verbs: granted, resources, apiGroups, resourceNames }) => {
    const isUsed = (verb: string, resource: string) =>
      used.some(
        one =>
          one.resource === resource &&
          (!resourceNames || resourceNames.includes(one.name ?? '')) &&
          (one.verb === verb || (one.verb === 'watch' && verb === 'list')), // A list may be served by a watch that streams it.
      );
    const of = resourceNames ? ` of ${resourceNames.join(', ')}` : '';
    return granted.flatMap(verb =>
      (resources ?? [])
        .map(resource => `${apiGroups?.[0] ?? ''}/${resource}`)
        .filter(resource => !isUsed(verb, resource))
        .map(resource => `${verb} ${resource}${of}`),
    );
  });
