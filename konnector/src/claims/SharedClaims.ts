/** The claims in a cluster namespace are one decision, however many kubeconfigs lead there: one connection works for all. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Logger } from '@klutch/kube';
import { unknownReports } from '../feedback/IssueCounters';
import { failureOf, type Failure } from '../failure';
import type { ClaimOptions } from './EffectiveClaims';
import {
  createRelatedObjects,
  unknownStatus,
  type RelatedObjects,
  type RelatedObjectsParts,
} from './relatedObjects';

/** A connection to a cluster namespace, and what claims work with over it. */
export interface ClaimsConnection extends RelatedObjectsParts {
  /** Whether it has failed for so long that another connection had better do the work. */
  isLost: () => boolean;
  /**
   * What each binding that leads to the cluster namespace would say, whether it gets there or not; undefined while that
   * is not known, and nothing begins before.
   */
  expected: () => ReadonlyMap<string, DeclaredClaims> | undefined;
}

/** What a binding says. */
export interface DeclaredClaims {
  claims: readonly PermissionClaim[];
  options?: ClaimOptions;
}

interface Member {
  connection: ClaimsConnection;
  /** What the bindings that use it say, by binding. */
  declared: Map<string, DeclaredClaims>;
}

interface ActiveMember {
  member: Member;
  /** Undefined while whoever worked before still writes. */
  objects?: RelatedObjects;
  /** Bindings that they have heard of. */
  notifiedBindings: Set<string>;
  stop: AbortController;
}

class NamespaceClaims {
  private readonly members = new Set<Member>();
  private active: ActiveMember | undefined;
  /** Resolves when all who have worked before write nothing any more. */
  private previousStopped: Promise<unknown> = Promise.resolve();
  /** What failed here the last time; only bindings to this cluster namespace hear of it. */
  private failure: Failure | undefined;

  constructor(
    private readonly create: typeof createRelatedObjects,
    private readonly logger: Logger,
  ) {}

  get isEmpty(): boolean {
    return this.members.size === 0;
  }

  join(connection: ClaimsConnection): RelatedObjects {
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
          : (this.active?.objects?.status(binding) ?? unknownStatus),
      issueReports: binding =>
        this.active?.objects?.issueReports(binding) ?? unknownReports,
      stopped: async () => {
        await this.previousStopped;
      },
    };
  }

  /** A connection may have failed, or recovered, and what is expected of bindings may have changed. */
  reevaluate(): void {
    this.isolateFailure(() => {
      this.selectActive();
      this.applyClaims();
    });
  }

  /** A failure of one cluster namespace reaches neither another one nor whoever happened to ask. */
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

  /** Another connection takes over only when the one at work is lost, as it begins anew with looking at everything. */
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
        // What they say by now was not heard while nobody worked.
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
   * Who is expected and says nothing has the others leave alone what they would do in another way with its claims. So it
   * does not matter who is there first, and who stays away.
   */
  private applyClaims(): void {
    const { objects, notifiedBindings, member } = this.active ?? {};
    const expected = member?.connection.expected();
    if (!objects || !notifiedBindings || !expected) return;
    const declared = new Map(
      [...this.members].flatMap(one => [...one.declared]),
    );
    // Before the others, as they begin at once.
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

/** Claims by the cluster namespace they are in. Two that worked on one would undo what the other does, for ever. */
export class SharedClaims {
  private readonly byNamespaceUid = new Map<string, NamespaceClaims>();

  constructor(
    private readonly logger: Logger,
    private readonly create = createRelatedObjects,
  ) {}

  /** Takes part until the signal of the connection aborts. @returns the claims of the bindings that use it. */
  join(connection: ClaimsConnection): RelatedObjects {
    const { providerNamespaceUid: uid } = connection.pins;
    const namespaceClaims =
      this.byNamespaceUid.get(uid) ??
      new NamespaceClaims(this.create, this.logger);
    this.byNamespaceUid.set(uid, namespaceClaims);
    const objects = namespaceClaims.join(connection);
    const deleteIfEmpty = async () => {
      // Who comes back meanwhile waits like everybody.
      await objects.stopped();
      if (namespaceClaims.isEmpty) this.byNamespaceUid.delete(uid);
    };
    connection.signal.addEventListener('abort', deleteIfEmpty, { once: true });
    return objects;
  }

  /** Of all cluster namespaces; a failure of one is its own. Never throws. */
  reevaluate(): void {
    for (const share of this.byNamespaceUid.values()) share.reevaluate();
  }
}
