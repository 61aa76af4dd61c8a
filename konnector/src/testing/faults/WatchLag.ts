/** Has a konnector see one cluster as it was: watches tell nothing new, and single reads answer from before. */
import type { KubeObject, ObjectKey } from '@klutch/kube';
import type { Faults } from './FaultyClient';

const idOf = ({ namespace, name }: Partial<ObjectKey>) =>
  `${namespace ?? ''}/${name}`;

/** Of one resource type on one cluster. Give {@link WatchLag.faults} to the konnector's clients of it. */
export class WatchLag {
  private finished: Promise<void> = Promise.resolve();
  private resolveFinished: () => void = () => undefined;
  private snapshot: Map<string, KubeObject> | undefined;

  constructor(private readonly plural: string) {}

  /**
   * Nothing that happens from now on is seen.
   * @param snapshot - the objects as they are; gets answer from them. Default: gets tell the truth.
   */
  begin(snapshot?: readonly KubeObject[]): void {
    this.snapshot =
      snapshot &&
      new Map(snapshot.map(object => [idOf(object.metadata), object]));
    this.finished = new Promise(resolve => {
      this.resolveFinished = resolve;
    });
  }

  /** Everything is told, in the order in which it happened. */
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
