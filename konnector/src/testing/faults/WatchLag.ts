/** Makes a konnector see an outdated cluster: watches deliver nothing new, and single reads return a snapshot. */
import type { KubeObject, ObjectKey } from '@klutch/kube';
import type { Faults } from './FaultyClient';

const idOf = ({ namespace, name }: Partial<ObjectKey>) =>
  `${namespace ?? ''}/${name}`;

/** For one resource type on one cluster. Pass {@link WatchLag.faults} to the konnector's clients of the cluster. */
export class WatchLag {
  private finished: Promise<void> = Promise.resolve();
  private resolveFinished: () => void = () => undefined;
  private snapshot: Map<string, KubeObject> | undefined;

  constructor(private readonly plural: string) {}

  /**
   * Hides all changes from now on.
   * @param snapshot - the present objects, returned by gets. Default: gets read the real state.
   */
  begin(snapshot?: readonly KubeObject[]): void {
    this.snapshot =
      snapshot &&
      new Map(snapshot.map(object => [idOf(object.metadata), object]));
    this.finished = new Promise(resolve => {
      this.resolveFinished = resolve;
    });
  }

  /** Delivers all changes, in order. */
  stop(): void {
    this.snapshot = undefined;
    this.resolveFinished();
  }

  readonly faults: Faults = {
    answer: async <T>(
      call: Parameters<NonNullable<Faults['before']>>[0],
      answer: T,
    ) => {
      if (call.resource !== this.plural) return answer;
      if (call.verb === 'watch') await this.finished;
      return call.verb === 'get' && this.snapshot
        ? (this.snapshot.get(idOf(call)) as T)
        : answer;
    },
  };
}
