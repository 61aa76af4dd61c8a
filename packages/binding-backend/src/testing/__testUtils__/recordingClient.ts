/** A client that notes which verbs were used on which resources: for holding rights against what they are used for. */
import type { KubeClient, Resource } from '@klutch/kube';

/** One kind of request. */
export interface UsedVerb {
  verb: string;
  /** `<group>/<plural>`, with `/status` for the subresource. */
  resource: string;
}

type Call = (resource: Resource, ...rest: unknown[]) => unknown;

const verbs: Partial<Record<keyof KubeClient, readonly string[]>> = {
  get: ['get'],
  list: ['list'],
  listPages: ['list'],
  watch: ['watch'],
  create: ['create'],
  apply: ['patch', 'create'],
  mergePatch: ['patch'],
  delete: ['delete'],
};

const isStatus = (options: unknown): boolean =>
  typeof options === 'object' &&
  options !== null &&
  'subresource' in options &&
  options.subresource === 'status';

/** Hands everything on to `client`, and notes it in `used`. */
export const recordingClient = (
  client: KubeClient,
  used: UsedVerb[],
): KubeClient =>
  new Proxy(client, {
    get(target, property: keyof KubeClient) {
      const value: unknown = Reflect.get(target, property);
      const needed = verbs[property];
      if (!needed || typeof value !== 'function') {
        return typeof value === 'function' ? value.bind(target) : value;
      }
      const call: Call = (resource, ...rest) => {
        const { group, plural } = resource;
        const sub = rest.some(isStatus) ? '/status' : '';
        needed.forEach(verb =>
          used.push({ verb, resource: `${group}/${plural}${sub}` }),
        );
        return value.call(target, resource, ...rest);
      };
      return call;
    },
  });
