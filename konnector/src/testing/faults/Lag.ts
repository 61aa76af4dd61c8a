/** Has a konnector see one cluster as it was: watches tell nothing new, and single reads answer from before. */
import type { KubeObject, ObjectKey } from '@klutch/kube';
import type { Faults } from './FaultyClient';

const idOf = ({ namespace, name }: Partial<ObjectKey>) =>
  `${namespace ?? ''}/${name}`;

/** Of one resource type on one cluster. Give {@link Lag.faults} to the konnector's clients of it. */
export class Lag {
  private over: Promise<void> = Promise.resolve();
  private end: () => void = () => undefined;
  private before: Map<string, KubeObject> | undefined;

  constructor(private readonly plural: string) {}

  /**
   * Nothing that happens from now on is seen.
   * @param before - the objects as they are; gets answer from them. Default: gets tell the truth.
   */
  begin(before?: readonly KubeObject[]): void {
    this.before =
      before && new Map(before.map(object => [idOf(object.metadata), object]));
    this.over = new Promise(resolve => {
      this.end = resolve;
    });
  }

  /** Everything is told, in the order in which it happened. */
  stop(): void {
    this.before = undefined;
    this.end();
  }

  readonly faults: Faults = {
    answer: async <T>(
      call: Parameters<NonNullable<Faults['before']>>[0],
      answer: T,
    ) => {
      if (call.resource !== this.plural) return answer;
      if (call.verb === 'watch') await this.over;
      return call.verb === 'get' && this.before
        ? (this.before.get(idOf(call)) as T)
        : answer;
    },
  };
}
