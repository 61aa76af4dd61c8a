/** Events on claimed objects of the app cluster: failures, and recoveries of failures that were reported. */
import type { KubeObject } from '@klutch/kube';
import type { EventRecorder } from '../../../feedback/eventRecorder';
import type { Feedback } from '../../../feedback/objectCondition';

/** Queued Events reference the object by its metadata only. */
const metadataOnly = ({
  apiVersion,
  kind,
  metadata,
}: KubeObject): KubeObject => ({
  apiVersion,
  kind,
  metadata,
});

/** Events of one claimed type. Keys are those of the app cluster. */
export class ClaimEvents {
  /** Objects with a reported failure, by key. */
  private readonly reported = new Map<string, KubeObject>();

  constructor(private readonly events: EventRecorder) {}

  /** Reports a failure on the object. */
  report(key: string, consumer: KubeObject, { state, message }: Feedback) {
    this.observe(key, consumer);
    const object = metadataOnly(consumer);
    this.reported.set(key, object);
    this.events.report(object, state, message);
  }

  /**
   * Discards a failure that was reported on an earlier object of the same name.
   * @param consumer - the current object; undefined when there is none.
   */
  observe(key: string, consumer: KubeObject | undefined): void {
    const previous = this.reported.get(key);
    if (previous?.metadata.uid !== consumer?.metadata.uid) this.forget(key);
  }

  /** Reports the recovery of an object whose failure was reported. */
  reportSynced(key: string): void {
    const object = this.reported.get(key);
    if (!object) return;
    this.reported.delete(key);
    this.events.report(
      object,
      'Synced',
      'The object is in sync with the control plane.',
    );
  }

  /** Call when the object is gone or no claim covers it any more. */
  forget(key: string): void {
    const object = this.reported.get(key);
    if (object) this.events.forget(object);
    this.reported.delete(key);
  }

  /** Discards the reported failures of all objects. */
  forgetAll(): void {
    for (const key of [...this.reported.keys()]) this.forget(key);
  }
}
