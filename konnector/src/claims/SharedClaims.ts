/** The claims in a cluster namespace are one decision, however many kubeconfigs lead there: one connection works for all. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Logger } from '@klutch/kube';
import { nothingKnown } from '../feedback/Tallies';
import { troubleOf, type Trouble } from '../trouble';
import type { ClaimTerms } from './ClaimsInForce';
import {
  createRelatedObjects,
  notKnown,
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
  expected: () => ReadonlyMap<string, SaidClaims> | undefined;
}

/** What a binding says. */
export interface SaidClaims {
  claims: readonly PermissionClaim[];
  terms?: ClaimTerms;
}

interface Member {
  connection: ClaimsConnection;
  /** What the bindings that use it say, by binding. */
  said: Map<string, SaidClaims>;
}

interface AtWork {
  over: Member;
  /** Undefined while whoever worked before still writes. */
  objects?: RelatedObjects;
  /** Bindings that they have heard of. */
  told: Set<string>;
  stop: AbortController;
}

class Share {
  private readonly members = new Set<Member>();
  private atWork: AtWork | undefined;
  /** Resolves when all who have worked before write nothing any more. */
  private former: Promise<unknown> = Promise.resolve();
  /** What failed here the last time; only bindings to this cluster namespace hear of it. */
  private trouble: Trouble | undefined;

  constructor(
    private readonly create: typeof createRelatedObjects,
    private readonly logger: Logger,
  ) {}

  get isDeserted(): boolean {
    return this.members.size === 0;
  }

  join(connection: ClaimsConnection): RelatedObjects {
    const member: Member = { connection, said: new Map() };
    this.members.add(member);
    const leave = () => this.contain(() => this.leave(member));
    connection.signal.addEventListener('abort', leave, { once: true });
    this.contain(() => this.choose());
    return {
      set: (binding, claims, terms) => {
        if (claims.length > 0) member.said.set(binding, { claims, terms });
        else member.said.delete(binding);
        this.contain(() => this.tell());
      },
      standing: binding =>
        this.trouble
          ? { known: true, trouble: this.trouble }
          : (this.atWork?.objects?.standing(binding) ?? notKnown),
      tallies: binding =>
        this.atWork?.objects?.tallies(binding) ?? nothingKnown,
      stopped: async () => {
        await this.former;
      },
    };
  }

  /** A connection may have failed, or recovered, and what is expected of bindings may have changed. */
  review(): void {
    this.contain(() => {
      this.choose();
      this.tell();
    });
  }

  /** A failure of one cluster namespace reaches neither another one nor whoever happened to ask. */
  private contain(step: () => void): void {
    try {
      step();
      this.trouble = undefined;
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.logger.error({ err: error }, 'claims of a cluster namespace failed');
    this.trouble = troubleOf(error, this.trouble);
  }

  /** Another connection takes over only when the one at work is lost, as it begins anew with looking at everything. */
  private choose(): void {
    const { atWork } = this;
    if (atWork && !atWork.over.connection.isLost()) return;
    const members = [...this.members];
    const next =
      members.find(({ connection }) => !connection.isLost()) ??
      atWork?.over ??
      members[0];
    if (!next || next === atWork?.over) return;
    this.end();
    this.begin(next);
  }

  private begin(over: Member): void {
    const told = new Set<string>();
    const atWork: AtWork = { over, told, stop: new AbortController() };
    this.atWork = atWork;
    const { connection } = over;
    const signal = AbortSignal.any([connection.signal, atWork.stop.signal]);
    const all = (tell: (one: ClaimsConnection) => void) =>
      this.members.forEach(member => tell(member.connection));
    const start = () => {
      if (signal.aborted) return;
      atWork.objects = this.create({
        ...connection,
        copyGone: namespace => all(one => one.copyGone(namespace)),
        changed: () => all(one => one.changed()),
        signal,
      });
      this.tell();
    };
    this.former.then(
      () => {
        this.contain(start);
        // What they say by now was not heard while nobody worked.
        if (!signal.aborted) all(one => one.changed());
      },
      error => this.fail(error),
    );
  }

  private end(): void {
    this.atWork?.stop.abort();
    this.former = Promise.all([this.former, this.atWork?.objects?.stopped()]);
    this.atWork = undefined;
  }

  private leave(member: Member): void {
    this.members.delete(member);
    if (this.atWork?.over === member) {
      this.end();
      this.choose();
    } else {
      this.tell();
    }
  }

  /**
   * Who is expected and says nothing has the others leave alone what they would do in another way with its claims. So it
   * does not matter who is there first, and who stays away.
   */
  private tell(): void {
    const { objects, told, over } = this.atWork ?? {};
    const expected = over?.connection.expected();
    if (!objects || !told || !expected) return;
    const said = new Map([...this.members].flatMap(one => [...one.said]));
    // Before the others, as they begin at once.
    for (const [binding, { claims, terms }] of expected) {
      if (said.has(binding)) continue;
      objects.set(binding, claims, { ...terms, handsOff: true });
      told.add(binding);
    }
    for (const [binding, { claims, terms }] of said) {
      objects.set(binding, claims, terms);
      told.add(binding);
    }
    for (const binding of told) {
      if (said.has(binding) || expected.has(binding)) continue;
      objects.set(binding, []);
      told.delete(binding);
    }
  }
}

/** Claims by the cluster namespace they are in. Two that worked on one would undo what the other does, for ever. */
export class SharedClaims {
  private readonly shares = new Map<string, Share>();

  constructor(
    private readonly logger: Logger,
    private readonly create = createRelatedObjects,
  ) {}

  /** Takes part until the signal of the connection aborts. @returns the claims of the bindings that use it. */
  join(connection: ClaimsConnection): RelatedObjects {
    const { providerNamespaceUid: uid } = connection.pins;
    const share = this.shares.get(uid) ?? new Share(this.create, this.logger);
    this.shares.set(uid, share);
    const objects = share.join(connection);
    const leave = async () => {
      // Who comes back meanwhile waits like everybody.
      await objects.stopped();
      if (share.isDeserted) this.shares.delete(uid);
    };
    connection.signal.addEventListener('abort', leave, { once: true });
    return objects;
  }

  /** Of all cluster namespaces; a failure of one is its own. Never throws. */
  review(): void {
    for (const share of this.shares.values()) share.review();
  }
}
