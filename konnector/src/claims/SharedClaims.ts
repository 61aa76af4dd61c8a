/**
 * Claims of one cluster namespace are planned together, even when several kubeconfigs target the namespace: one
 * connection syncs for all of them.
 */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Logger } from '@klutch/kube';
import { unknownReports } from '../feedback/IssueCounters';
import { failureOf, type Failure } from '../failure';
import type { ClaimOptions } from '../pairs/claimedObject/EffectiveClaims';
import { ClaimedTypes } from './ClaimedTypes';
import type { ClaimedTypesParts } from '../pairs/claimedObject/ClaimedObjectOptions';

/** A connection to a cluster namespace, with the parts that sync its claims. */
export interface ClaimsConnection extends ClaimedTypesParts {
  /** Whether the connection has failed for so long that another connection should sync its claims. */
  isLost: () => boolean;
  /**
   * The claims that each binding targeting the cluster namespace would declare, whether the binding can connect or
   * not. Undefined while these are not known; no claim is synced before.
   */
  expected: () => ReadonlyMap<string, DeclaredClaims> | undefined;
}

/** The claims that a binding declares. */
export interface DeclaredClaims {
  claims: readonly PermissionClaim[];
  options?: ClaimOptions;
}

/** The claims of the bindings that use one connection. */
export type JoinedClaims = Pick<ClaimedTypes, keyof ClaimedTypes>;

interface Member {
  connection: ClaimsConnection;
  /** Declarations of the bindings that use this connection, by binding. */
  declared: Map<string, DeclaredClaims>;
}

interface ActiveMember {
  member: Member;
  /** Undefined while the previously active member still writes. */
  objects?: JoinedClaims;
  /** Bindings whose claims were passed to `objects`. */
  notifiedBindings: Set<string>;
  stop: AbortController;
}

class NamespaceClaims {
  private readonly members = new Set<Member>();
  private active: ActiveMember | undefined;
  /** Resolves when all previously active members have stopped writing. */
  private previousStopped: Promise<unknown> = Promise.resolve();
  /** The last failure in this cluster namespace; reported only by bindings that target the namespace. */
  private failure: Failure | undefined;

  constructor(
    private readonly create: (parts: ClaimedTypesParts) => JoinedClaims,
    private readonly logger: Logger,
  ) {}

  get isEmpty(): boolean {
    return this.members.size === 0;
  }

  join(connection: ClaimsConnection): JoinedClaims {
    const member: Member = { connection, declared: new Map() };
    this.members.add(member);
    const removeMember = () =>
      this.isolateFailure(() => this.removeMember(member));
    connection.signal.addEventListener('abort', removeMember, { once: true });
    this.isolateFailure(() => this.selectActive());
    return {
      setClaims: (binding, claims, options) => {
        if (claims.length > 0)
          member.declared.set(binding, { claims, options });
        else member.declared.delete(binding);
        this.isolateFailure(() => this.applyClaims());
      },
      status: binding =>
        this.failure
          ? { isKnown: true, failure: this.failure }
          : (this.active?.objects?.status(binding) ?? { isKnown: false }),
      issueReports: binding =>
        this.active?.objects?.issueReports(binding) ?? unknownReports,
      stopped: async () => {
        await this.previousStopped;
      },
    };
  }

  /** Called when the health of a connection or the expected claims of bindings may have changed. */
  reevaluate(): void {
    this.isolateFailure(() => {
      this.selectActive();
      this.applyClaims();
    });
  }

  /** Keeps a failure in one cluster namespace from reaching other namespaces or the caller. */
  private isolateFailure(step: () => void): void {
    try {
      step();
      this.failure = undefined;
    } catch (error) {
      this.recordFailure(error);
    }
  }

  private recordFailure(error: unknown): void {
    this.logger.error({ err: error }, 'claims of a cluster namespace failed');
    this.failure = failureOf(error, this.failure);
  }

  /**
   * Replaces the active connection only when that connection is lost, because its successor lists all objects again.
   */
  private selectActive(): void {
    const { active } = this;
    if (active && !active.member.connection.isLost()) return;
    const members = [...this.members];
    const next =
      members.find(({ connection }) => !connection.isLost()) ??
      active?.member ??
      members[0];
    if (!next || next === active?.member) return;
    this.deactivate();
    this.activate(next);
  }

  private activate(activeMember: Member): void {
    const notifiedBindings = new Set<string>();
    const active: ActiveMember = {
      member: activeMember,
      notifiedBindings,
      stop: new AbortController(),
    };
    this.active = active;
    const { connection } = activeMember;
    const signal = AbortSignal.any([connection.signal, active.stop.signal]);
    const notifyAll = (applyClaims: (one: ClaimsConnection) => void) =>
      this.members.forEach(member => applyClaims(member.connection));
    const start = () => {
      if (signal.aborted) return;
      active.objects = this.create({
        ...connection,
        copyDeleted: namespace => notifyAll(one => one.copyDeleted(namespace)),
        changed: () => notifyAll(one => one.changed()),
        signal,
      });
      this.applyClaims();
    };
    this.previousStopped.then(
      () => {
        this.isolateFailure(start);
        // Statuses that changed while no member was active were not notified.
        if (!signal.aborted) notifyAll(one => one.changed());
      },
      error => this.recordFailure(error),
    );
  }

  private deactivate(): void {
    this.active?.stop.abort();
    this.previousStopped = Promise.all([
      this.previousStopped,
      this.active?.objects?.stopped(),
    ]);
    this.active = undefined;
  }

  private removeMember(member: Member): void {
    this.members.delete(member);
    if (this.active?.member === member) {
      this.deactivate();
      this.selectActive();
    } else {
      this.applyClaims();
    }
  }

  /**
   * Expected bindings that have not declared their claims yet count as suspended, so the result does not depend on
   * which bindings connect first or not at all.
   */
  private applyClaims(): void {
    const { objects, notifiedBindings, member } = this.active ?? {};
    const expected = member?.connection.expected();
    if (!objects || !notifiedBindings || !expected) return;
    const declared = new Map(
      [...this.members].flatMap(one => [...one.declared]),
    );
    // Suspended claims are set first, because declared claims take effect as soon as they are set.
    for (const [binding, { claims, options }] of expected) {
      if (declared.has(binding)) continue;
      objects.setClaims(binding, claims, { ...options, suspended: true });
      notifiedBindings.add(binding);
    }
    for (const [binding, { claims, options }] of declared) {
      objects.setClaims(binding, claims, options);
      notifiedBindings.add(binding);
    }
    for (const binding of notifiedBindings) {
      if (declared.has(binding) || expected.has(binding)) continue;
      objects.setClaims(binding, []);
      notifiedBindings.delete(binding);
    }
  }
}

/** Claims by cluster namespace. Two syncs of the same cluster namespace would revert each other's writes endlessly. */
export class SharedClaims {
  private readonly byNamespaceUid = new Map<string, NamespaceClaims>();

  constructor(
    private readonly logger: Logger,
    private readonly create: (
      parts: ClaimedTypesParts,
    ) => JoinedClaims = parts => new ClaimedTypes(parts),
  ) {}

  /**
   * Joins the cluster namespace until the connection's signal aborts.
   * @returns the claims of the bindings that use this connection.
   */
  join(connection: ClaimsConnection): JoinedClaims {
    const { providerNamespaceUid: uid } = connection.pins;
    const namespaceClaims =
      this.byNamespaceUid.get(uid) ??
      new NamespaceClaims(this.create, this.logger);
    this.byNamespaceUid.set(uid, namespaceClaims);
    const objects = namespaceClaims.join(connection);
    const deleteIfEmpty = async () => {
      // A connection that joins again meanwhile waits for the same promise.
      await objects.stopped();
      if (namespaceClaims.isEmpty) this.byNamespaceUid.delete(uid);
    };
    connection.signal.addEventListener('abort', deleteIfEmpty, { once: true });
    return objects;
  }

  /** Reevaluates all cluster namespaces; a failure in one does not affect the others. Never throws. */
  reevaluate(): void {
    for (const share of this.byNamespaceUid.values()) share.reevaluate();
  }
}
