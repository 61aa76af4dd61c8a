/** Two clusters and a konnector that crashes on command and is then replaced by another one. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../../../markers';
import { eventually } from '../../__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../../__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../__testUtils__/twoClusterFixture';
import { UserView } from '../../__testUtils__/userView';
import { ClaimedSecrets, secretClaims } from './ClaimedSecrets';
import { CrashPoint } from '../CrashPoint';
import type { Call } from '../FaultyClient';

const crd = testCrd('frails', 'Frail');
const binding = { namespace: 'klutch-bind', name: 'frails.example.com' };
const accepted = secretClaims.map(claim => ({
  ...claim,
  state: 'Accepted' as const,
}));
/** More than the deletion tokens that all crashes together lose. */
const generous = { count: 5_000, share: 0, windowMs: 600_000 };
/** Writes to this object do not count. */
const sentinel = 'sentinel';

/** A write as text, for lists. */
export const formatWrite = ({ verb, resource, subresource }: Call): string =>
  subresource ? `${verb} ${resource}/${subresource}` : `${verb} ${resource}`;

/** A bound API, with claims on Secrets. */
export class CrashFixture {
  readonly frails: UserView;
  readonly secrets: ClaimedSecrets;
  /** Objects deleted on the app cluster by a user. */
  readonly deleted = new Set<string>();
  private running: RunningKonnector;
  private point = new CrashPoint();
  private sentinels = 0;
  private deletionLimits = generous;

  private constructor(readonly clusters: TwoClusterFixture) {
    this.frails = new UserView(clusters, resourceOfCrd(crd));
    this.secrets = new ClaimedSecrets(this.frails);
    this.running = this.startKonnector();
  }

  static async start(): Promise<CrashFixture> {
    const clusters = await TwoClusterFixture.start();
    try {
      const on = new CrashFixture(clusters);
      await clusters.offer(crd, secretClaims);
      await on.bind();
      await clusters.waitForReady(binding.name);
      await on.frails.create('first');
      return on;
    } catch (error) {
      await clusters.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.clusters.stop();
  }

  /** Binds the API. */
  bind(): Promise<void> {
    return this.clusters.bind(crd, accepted);
  }

  async unbind(): Promise<void> {
    await this.clusters.consumer.delete(this.clusters.bindingResource, binding);
  }

  binding(): Promise<APIServiceBinding | undefined> {
    return this.clusters.consumer.get(this.clusters.bindingResource, binding);
  }

  /** `type=status/reason` of the binding's conditions. */
  conditions(): Promise<Record<string, string>> {
    return this.clusters.conditions(binding.name);
  }

  /** DELETEs of copies whose object was not deleted by a user. */
  unexpectedDeletes() {
    return this.clusters
      .writes('provider')
      .filter(
        ({ verb, name }) => verb === 'delete' && !this.deleted.has(name ?? ''),
      );
  }

  /** The breaker reserves several deletion tokens with one write; a konnector that was just started has none left. */
  async restartKonnector(): Promise<void> {
    await this.replaceKonnector();
    await eventually(
      'the konnector is ready',
      async () => this.running.konnector.health().ready,
    );
  }

  /** From now on an operator must approve each deletion, or none. */
  async approveEach(each: boolean): Promise<void> {
    this.deletionLimits = each ? { ...generous, count: 0 } : generous;
    await this.restartKonnector();
  }

  /** An operator approves a number of deletions. */
  async approve(count: number): Promise<void> {
    const { consumer, bindingResource } = this.clusters;
    await consumer.mergePatch(bindingResource, binding, {
      metadata: { annotations: { [annotations.approveDeletions]: `${count}` } },
    });
  }

  /** Whether the approval has not been processed yet. */
  async isApprovalPending(): Promise<boolean> {
    const found = await this.binding();
    return (
      found?.metadata.annotations?.[annotations.approveDeletions] !== undefined
    );
  }

  /**
   * Makes the konnector crash at its n-th write from now on; `kind`: counting
   * only writes with this {@link formatWrite}.
   */
  arm(write: number, when: 'before' | 'after', kind?: string): void {
    this.point.arm(
      write,
      when,
      call =>
        !call.name?.startsWith(sentinel) &&
        (!kind || formatWrite(call) === kind),
    );
  }

  /** Waits until the konnector has crashed, or the condition holds and no crash is due. */
  async waitForCrashOr(
    what: string,
    ask: () => Promise<unknown>,
  ): Promise<void> {
    await eventually(
      `the crash, or ${what}`,
      async () => this.crashed || (!this.point.isDue && (await ask())),
      30_000,
    );
  }

  /**
   * Waits until the konnector has crashed or its writes are done: an operation
   * with a visible result may have a write left.
   */
  async waitForCrashOrDrained(): Promise<void> {
    this.sentinels += 1;
    const name = `${sentinel}-${this.sentinels}`;
    const { resource } = this.frails;
    await this.clusters.consumer.create(resource, userObject(resource, name));
    await this.secrets.share(name);
    await this.waitForCrashOr('all is drained', async () => {
      const copy = await this.frails.copy(name);
      return copy && this.secrets.isOwnedBy('Consumer', name);
    });
  }

  /** Whether the konnector has crashed. */
  get crashed(): boolean {
    return this.point.crashedAt !== undefined;
  }

  /**
   * Cancels the crash; if it has happened, starts another konnector.
   * @returns the write of the crash.
   */
  async failOver(): Promise<Call | undefined> {
    this.point.disarm();
    const { crashedAt } = this.point;
    if (crashedAt) await this.replaceKonnector();
    return crashedAt;
  }

  private async replaceKonnector(): Promise<void> {
    await this.running.stop();
    this.running = this.startKonnector();
  }

  private startKonnector(): RunningKonnector {
    this.point = new CrashPoint();
    const { faults } = this.point;
    return this.clusters.startKonnector({
      deletionLimits: this.deletionLimits,
      connect: this.clusters.withFaults({ provider: faults, consumer: faults }),
    });
  }
}
