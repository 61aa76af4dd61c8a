/**
 * Connections to control planes: one per key of a kubeconfig Secret, shared by the bindings that use it, and reopened
 * when it leads to another cluster namespace. Connections to one cluster namespace share its control plane.
 */
import type { PermissionClaim } from '@klutch/bind-api';
import { errorMessage } from '@klutch/kube';
import { identityCheckMs } from '../access/ClusterAccess';
import { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import { secretRefId, type SecretRef } from '../access/SecretRef';
import type { AppCluster } from '../appCluster';
import type { Breakers } from '../deletion/breaker/BindingBreaker';
import type { Failure } from '../failure';
import type { ClaimOptions } from '../pairs/claimedObject/EffectiveClaims';
import { ControlPlane } from './ControlPlane';

/** The kubeconfig uses a feature that the client does not support; the message names the feature. */
export class UnusableKubeconfig extends Error {}

const usableWith =
  (connect: AppCluster['connect']): AppCluster['connect'] =>
  kubeConfig => {
    try {
      return connect(kubeConfig);
    } catch (error) {
      throw new UnusableKubeconfig(errorMessage(error));
    }
  };

/** The way of the bindings of one key of a kubeconfig Secret to their control plane. */
export class Connection {
  /** Keys of the bindings that use it. */
  readonly users = new Set<string>();
  /** Undefined until the control plane has answered, and when the connection is not used any more. */
  controlPlane: ControlPlane | undefined;

  constructor(readonly access: KubeconfigSecretAccess) {}

  /**
   * Sets the claims of a binding; `[]` when it does not act on its claims now. Ignored for a binding that uses another
   * connection meanwhile.
   */
  setClaims(
    binding: string,
    claims: readonly PermissionClaim[],
    options?: ClaimOptions,
  ): void {
    if (this.users.has(binding))
      this.controlPlane?.claimedTypes.setClaims(binding, claims, options);
  }

  /** Ends the use by a binding. @returns false when the binding did not use it. */
  removeUser(binding: string): boolean {
    this.setClaims(binding, []);
    return this.users.delete(binding);
  }

  /** Why the control plane cannot be reached or watched. */
  failure(): Failure | undefined {
    return this.controlPlane?.failure() ?? this.access.failure();
  }

  /** Set when the control plane refuses the credentials of the Secret. */
  unauthorized(): Failure | undefined {
    const { access, controlPlane } = this;
    const inUse = controlPlane?.uses(access) ? controlPlane : undefined;
    return access.unauthorized() ?? inUse?.unauthorized();
  }

  /** State in metrics; the most severe takes precedence. */
  get state(): string {
    if (this.unauthorized()) return 'unauthorized';
    if (this.failure()) return 'failing';
    return this.controlPlane?.ready ? 'connected' : 'connecting';
  }
}

export class Connections {
  /** By {@link secretRefId}. */
  private readonly open = new Map<string, Connection>();
  /** By UID of the cluster namespace. */
  private readonly controlPlanes = new Map<string, ControlPlane>();
  /** Control planes that may still write, by UID. */
  private readonly stopping = new Map<string, Promise<void>>();
  private readonly closing = new Set<Promise<void>>();

  /**
   * @param options.changed - called with the key of each binding whose connection changed its state.
   * @param options.exportChanged - called with the name of an export that changed.
   */
  constructor(
    private readonly options: {
      appCluster: AppCluster;
      breakers: Breakers;
      changed: (binding: string) => void;
      exportChanged: (name: string) => void;
      signal: AbortSignal;
    },
  ) {
    const { appCluster, signal } = options;
    appCluster.metrics?.gauges.add(
      {
        klutch_konnector_control_planes: () =>
          [...this.open.values()].map(({ state }) => ({
            labels: { state },
            value: 1,
          })),
      },
      signal,
    );
  }

  /**
   * Returns the connection of a kubeconfig, opening one if necessary. An existing connection switches to a changed
   * kubeconfig once that is verified; a kubeconfig for another cluster namespace replaces the connection for all its
   * bindings.
   * @param pinned - whether the binding is pinned to the control plane of the connection; an unpinned binding may
   *   follow its kubeconfig to another control plane.
   * @throws UnusableKubeconfig
   */
  use(
    binding: string,
    secretRef: SecretRef,
    kubeconfig: UsableKubeconfig,
    pinned: boolean,
  ): Connection {
    const id = secretRefId(secretRef);
    this.disconnectOthers(binding, id);
    const current = this.open.get(id);
    if (current && canReuse(current.access, kubeconfig, pinned)) {
      current.users.add(binding);
      return current;
    }
    const connection = this.connect(id, secretRef, kubeconfig);
    const users = [...(current?.users ?? []), binding];
    users.forEach(user => connection.users.add(user));
    this.open.set(id, connection);
    if (current) {
      this.close(current);
      this.changed(connection);
    }
    return connection;
  }

  /** The existing connection of a binding with a Secret. */
  current(binding: string, secretRef: SecretRef): Connection | undefined {
    const open = this.open.get(secretRefId(secretRef));
    return open?.users.has(binding) ? open : undefined;
  }

  /** Removes the binding from all connections; a connection without bindings is closed. */
  disconnect(binding: string): void {
    this.disconnectOthers(binding, undefined);
  }

  /** Resolves when all connections are closed. */
  async closeAll(): Promise<void> {
    for (const open of this.open.values()) this.close(open);
    this.open.clear();
    await Promise.all([...this.closing, ...this.stopping.values()]);
  }

  private disconnectOthers(binding: string, keptId: string | undefined): void {
    for (const [id, open] of this.open) {
      if (id === keptId || !open.removeUser(binding)) continue;
      if (open.users.size > 0) continue;
      this.open.delete(id);
      this.close(open);
    }
  }

  /** @throws UnusableKubeconfig */
  private connect(
    id: string,
    secretRef: SecretRef,
    kubeconfig: UsableKubeconfig,
  ): Connection {
    const { appCluster, signal } = this.options;
    const { connect, heartbeat, metrics } = appCluster;
    const { namespace: clusterNamespace } = kubeconfig;
    const options = {
      connect: usableWith(connect),
      cluster: 'control plane',
      identityCheckMs: Math.min(identityCheckMs, heartbeat.tickMs),
      signal,
      logger: appCluster.logger.child({ clusterNamespace }),
      metrics,
    } as const;
    const access = new KubeconfigSecretAccess(options, secretRef, kubeconfig);
    const connection = new Connection(access);
    access.onChange(() => this.accessChanged(id, connection));
    return connection;
  }

  private accessChanged(id: string, connection: Connection): void {
    if (this.open.get(id) !== connection) return;
    const { access, controlPlane } = connection;
    if (access.isReplaced) this.detach(connection);
    else if (controlPlane) controlPlane.accessChanged();
    else this.join(id, connection);
    this.changed(connection);
  }

  /** Uses the control plane of a connection's cluster namespace, once an earlier one has stopped writing. */
  private join(id: string, connection: Connection): void {
    const { access } = connection;
    const { uid } = access;
    if (uid === undefined) return;
    const previous = this.stopping.get(uid);
    if (previous) {
      void previous.then(() => this.accessChanged(id, connection));
      return;
    }
    const known = this.controlPlanes.get(uid);
    known?.add(access);
    const controlPlane =
      known ??
      new ControlPlane({
        ...this.options,
        uid,
        access,
        changed: () => this.controlPlaneChanged(uid),
      });
    this.controlPlanes.set(uid, controlPlane);
    connection.controlPlane = controlPlane;
  }

  private controlPlaneChanged(uid: string): void {
    for (const connection of this.open.values())
      if (connection.controlPlane?.uid === uid) this.changed(connection);
  }

  private changed({ users }: Connection): void {
    users.forEach(binding => this.options.changed(binding));
  }

  /** Other connections may go on using the control plane; without any it is stopped. */
  private detach(connection: Connection): void {
    const { access, controlPlane, users } = connection;
    users.forEach(binding => connection.setClaims(binding, []));
    connection.controlPlane = undefined;
    controlPlane?.remove(access);
    if (!controlPlane?.isUnused) return;
    const { uid } = controlPlane;
    this.controlPlanes.delete(uid);
    const stopped = this.logged(controlPlane.stop()).finally(() =>
      this.stopping.delete(uid),
    );
    this.stopping.set(uid, stopped);
  }

  private close(connection: Connection): void {
    this.detach(connection);
    const closed = this.logged(connection.access.close()).finally(() =>
      this.closing.delete(closed),
    );
    this.closing.add(closed);
  }

  private logged(end: Promise<void>): Promise<void> {
    const { logger } = this.options.appCluster;
    return end.catch(error => {
      logger.error(
        { err: error },
        'closing a connection to a control plane failed',
      );
    });
  }
}

/** Whether the access can be used with this kubeconfig, now or after verification, which then starts. */
function canReuse(
  access: KubeconfigSecretAccess,
  kubeconfig: UsableKubeconfig,
  pinned: boolean,
): boolean {
  const { namespace, isReplaced, refused } = access;
  if (isReplaced || namespace !== kubeconfig.namespace) return false;
  if (refused?.isOtherCluster && !pinned) return false;
  access.offer(kubeconfig);
  return true;
}
