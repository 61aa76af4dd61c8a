/** Simulates a crash of a backend at one of its writes: before the request, or after it without its response. */
import { names } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { backendNames } from '../../backendNames';

/** A write of a process to a cluster. */
export interface Write {
  /**
   * For example `create namespaces`, `patch clusterbindings/status`, `create namespaces on the app cluster`; for
   * Secrets with fixed names including the name.
   */
  what: string;
  /** Name of the cluster, as passed to {@link CrashPoint.client}. */
  on?: string;
  namespace?: string;
  name?: string;
}

/** Where to crash. */
export interface Crash {
  /** Index of the counted write, from 1. */
  write: number;
  when: 'before' | 'after';
}

/** Client methods that write, or return another client. */
type Intercepted = Pick<
  KubeClient,
  | 'create'
  | 'apply'
  | 'mergePatch'
  | 'delete'
  | 'createToken'
  | 'as'
  | 'guarded'
>;

interface Target {
  verb: string;
  resource: string;
  subresource?: string;
  namespace?: string;
  name?: string;
}

const fixedNames: readonly string[] = [
  names.kubeconfigSecret,
  ...backendNames.tokenSecrets,
  names.binder,
];

const inWords = ({ verb, resource, subresource, name }: Target): string => {
  const isNamed = resource === 'secrets' && name && fixedNames.includes(name);
  const detail = isNamed ? name : subresource;
  return detail ? `${verb} ${resource}/${detail}` : `${verb} ${resource}`;
};

/** One crash of one process: all clients of the process come from {@link CrashPoint.client}. */
export class CrashPoint {
  /**
   * The write at which the process crashed; undefined before. After the crash no request is sent and no response
   * received.
   */
  crashedAt: string | undefined;
  /** Whether the write is in progress: the server may have executed it, and the crash is still pending. */
  isDue = false;
  private armed: (Crash & { counts: (write: Write) => boolean }) | undefined;
  private writes = 0;
  private waiting: (() => void)[] = [];

  /**
   * Starts counting writes.
   * @param counts - whether a write counts
   */
  arm(crash: Crash, counts: (write: Write) => boolean): void {
    this.writes = 0;
    this.armed = { ...crash, counts };
  }

  /** Prevents a pending crash; a crash that happened remains. */
  disarm(): void {
    this.armed = undefined;
  }

  /** Resolves at the crash. */
  crashed(): Promise<void> {
    return this.crashedAt === undefined
      ? new Promise(resolve => void this.waiting.push(resolve))
      : Promise.resolve();
  }

  /**
   * Forwards all calls to `client` until the crash.
   * @param on - name of the cluster, unless it is the control plane cluster
   */
  client(client: KubeClient, on?: string): KubeClient {
    const intercepted = this.intercepted(client, on);
    return new Proxy(client, {
      get: (target, property) => {
        if (property in intercepted) return Reflect.get(intercepted, property);
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (property !== 'close') this.requireNotCrashed();
          return value.apply(target, args);
        };
      },
    });
  }

  private intercepted(client: KubeClient, on?: string): Intercepted {
    const where = on ? ` on the ${on}` : '';
    const send = <T>(target: Target, write: () => Promise<T>): Promise<T> => {
      const { namespace, name } = target;
      const what = `${inWords(target)}${where}`;
      return this.send({ what, on, namespace, name }, write);
    };
    return {
      create: (resource, object, options) =>
        send(
          { verb: 'create', resource: resource.plural, ...object.metadata },
          () => client.create(resource, object, options),
        ),
      apply: (resource, intent, options) => {
        const { namespace, name } = intent.metadata;
        const { dryRun, subresource } = options;
        const apply = () => client.apply(resource, intent, options);
        if (dryRun) {
          this.requireNotCrashed();
          return apply();
        }
        const { plural } = resource;
        return send(
          { verb: 'apply', resource: plural, subresource, namespace, name },
          apply,
        );
      },
      mergePatch: (resource, key, patch, options) =>
        send(
          {
            verb: 'patch',
            resource: resource.plural,
            subresource: options?.subresource,
            ...key,
          },
          () => client.mergePatch(resource, key, patch, options),
        ),
      delete: (resource, key, options) =>
        send({ verb: 'delete', resource: resource.plural, ...key }, () =>
          client.delete(resource, key, options),
        ),
      createToken: (key, options) =>
        send({ verb: 'create', resource: 'tokens', ...key }, () =>
          client.createToken(key, options),
        ),
      as: user => this.client(client.as(user), on),
      guarded: guard => this.client(client.guarded(guard), on),
    };
  }

  private async send<T>(write: Write, send: () => Promise<T>): Promise<T> {
    this.requireNotCrashed();
    const isFatal = this.isFatal(write);
    if (isFatal === 'before') this.crash(write);
    this.isDue ||= isFatal === 'after';
    const [answer] = await Promise.allSettled([send()]);
    if (isFatal === 'after') this.crash(write);
    this.requireNotCrashed();
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  private isFatal(write: Write): Crash['when'] | undefined {
    if (!this.armed?.counts(write)) return undefined;
    this.writes += 1;
    return this.writes === this.armed.write ? this.armed.when : undefined;
  }

  private requireNotCrashed(): void {
    if (this.crashedAt !== undefined) {
      throw new Error('The process has crashed.');
    }
  }

  private crash({ what }: Write): never {
    this.crashedAt = what;
    this.isDue = false;
    this.waiting.forEach(resolve => resolve());
    throw new Error('The process crashes.');
  }
}
