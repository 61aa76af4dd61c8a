/**
 * Connections to control planes: one per kubeconfig Secret, shared by the bindings that use the Secret, and reopened
 * when the Secret leads to another cluster namespace.
 */
import type { AppCluster } from '../appCluster';
import { SharedClaims } from '../claims/SharedClaims';
import type { Breakers } from '../deletion/breaker/BindingBreaker';
import { idOf } from '../singleObjectWatches';
import { ControlPlane } from './ControlPlane';
import type { SecretRef } from '../access/SecretRef';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';

interface OpenConnection {
  controlPlane: ControlPlane;
  users: Set<string>;
}

export class Connections {
  private readonly open = new Map<string, OpenConnection>();
  private readonly closing = new Set<Promise<void>>();
  private readonly claims: SharedClaims;

  /** @param options.changed - called with the `namespace/name` of the Secret whose connection changed its state. */
  constructor(
    private readonly options: {
      appCluster: AppCluster;
      breakers: Breakers;
      changed: (secretId: string) => void;
      signal: AbortSignal;
    },
  ) {
    this.claims = new SharedClaims(options.appCluster.logger);
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
  ): ControlPlane {
    const id = idOf(secretRef);
    this.disconnectOthers(binding, id);
    this.claims.reevaluate();
    const current = this.open.get(id);
    if (current && canReuse(current.controlPlane, kubeconfig, pinned)) {
      current.users.add(binding);
      return current.controlPlane;
    }
    const controlPlane = ControlPlane.open({
      ...this.options,
      claims: this.claims,
      kubeconfig,
      secretRef,
      changed: () => this.options.changed(id),
    });
    if (current) this.close(current);
    this.open.set(id, {
      controlPlane,
      users: new Set([...(current?.users ?? []), binding]),
    });
    if (current) this.options.changed(id);
    return controlPlane;
  }

  /** The existing connection of a binding to the control plane of a Secret. */
  current(binding: string, secretRef: SecretRef): ControlPlane | undefined {
    const open = this.open.get(idOf(secretRef));
    return open?.users.has(binding) ? open.controlPlane : undefined;
  }

  /** Removes the binding from all connections; a connection without bindings is closed. */
  disconnect(binding: string): void {
    this.disconnectOthers(binding, undefined);
    this.claims.reevaluate();
  }

  /** Resolves when all connections are closed. */
  async closeAll(): Promise<void> {
    for (const open of this.open.values()) this.close(open);
    this.open.clear();
    await Promise.all(this.closing);
  }

  private disconnectOthers(binding: string, keptId: string | undefined): void {
    for (const [id, open] of this.open) {
      if (id === keptId || !open.users.delete(binding)) continue;
      open.controlPlane.ready?.claimedTypes.setClaims(binding, []);
      if (open.users.size > 0) continue;
      this.close(open);
      this.open.delete(id);
    }
  }

  private close({ controlPlane }: OpenConnection): void {
    const { logger } = this.options.appCluster;
    const ended = controlPlane
      .stop()
      .catch(error => {
        logger.error(
          { err: error },
          'closing a connection to a control plane failed',
        );
      })
      .finally(() => this.closing.delete(ended));
    this.closing.add(ended);
  }
}

/** Whether the connection can be used with this kubeconfig, now or after verification, which then starts. */
function canReuse(
  controlPlane: ControlPlane,
  kubeconfig: UsableKubeconfig,
  pinned: boolean,
): boolean {
  const { clusterNamespace, hasEnded, kubeconfig: rotation } = controlPlane;
  if (hasEnded || clusterNamespace !== kubeconfig.namespace) return false;
  if (rotation.refused?.isOtherCluster && !pinned) return false;
  rotation.offer(kubeconfig);
  return true;
}
