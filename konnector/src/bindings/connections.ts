/** All connections to control planes: one a kubeconfig secret, shared by the bindings that use it, reopened when it changes. */
import type { AppCluster } from '../appCluster';
import { idOf } from '../singleObjectWatches';
import { openConnection, type Connection, type SecretRef } from './connection';
import type { UsableKubeconfig } from './kubeconfigSecret';

interface Open {
  connection: Connection;
  users: Set<string>;
}

/** Connections by their kubeconfig secret. */
export class Connections {
  private readonly open = new Map<string, Open>();
  private readonly ending = new Set<Promise<void>>();

  /** @param options.changed - called with the `namespace/name` of the secret whose connection has news. */
  constructor(
    private readonly options: {
      appCluster: AppCluster;
      changed: (secretId: string) => void;
      signal: AbortSignal;
    },
  ) {}

  /**
   * The connection of a kubeconfig, opened if need be. A changed kubeconfig replaces the connection for all its bindings;
   * `before` is the one that ends.
   * @throws Error in words when the kubeconfig asks for what the client does not do.
   */
  use(
    binding: string,
    secretRef: SecretRef,
    kubeconfig: UsableKubeconfig,
  ): Connection {
    const id = idOf(secretRef);
    this.leaveOthers(binding, id);
    const current = this.open.get(id);
    if (current?.connection.fingerprint === kubeconfig.fingerprint) {
      current.users.add(binding);
      return current.connection;
    }
    const connection = openConnection({
      ...this.options,
      kubeconfig,
      secretRef,
      changed: () => this.options.changed(id),
    });
    if (current) this.close(current);
    this.open.set(id, {
      connection,
      users: new Set([...(current?.users ?? []), binding]),
    });
    if (current) this.options.changed(id);
    return connection;
  }

  /** The binding uses no connection any more; one that nobody uses is closed. */
  leave(binding: string): void {
    this.leaveOthers(binding, undefined);
  }

  /** Resolves when all connections are closed. */
  async closed(): Promise<void> {
    for (const open of this.open.values()) this.close(open);
    this.open.clear();
    await Promise.all(this.ending);
  }

  private leaveOthers(binding: string, keep: string | undefined): void {
    for (const [id, open] of this.open) {
      if (id === keep || !open.users.delete(binding)) continue;
      open.connection.ready?.relatedObjects.set(binding, []);
      if (open.users.size > 0) continue;
      this.close(open);
      this.open.delete(id);
    }
  }

  private close({ connection }: Open): void {
    const ended = connection.stop();
    this.ending.add(ended);
    void ended.finally(() => this.ending.delete(ended));
  }
}
