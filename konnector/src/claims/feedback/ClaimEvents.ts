/** Events about claimed objects of the app cluster: their failures, and the end of those that were reported. */
import type { KubeObject } from '@klutch/kube';
import type { EventRecorder } from '../../feedback/eventRecorder';
import type { Feedback } from '../../feedback/objectCondition';

/** Who waits in line to be told of needs no body. */
const metadataOnly = ({
  apiVersion,
  kind,
  metadata,
}: KubeObject): KubeObject => ({
  apiVersion,
  kind,
  metadata,
});

/** Of one claimed type. Keys are those of the app cluster. */
export class ClaimEvents {
  /** Objects whose failure was reported, by key. */
  private readonly reported = new Map<string, KubeObject>();

  constructor(private readonly events: EventRecorder) {}

  /** Tells the owner of an object what is the matter with it. */
  report(key: string, consumer: KubeObject, { state, message }: Feedback) {
    this.observe(key, consumer);
    const object = metadataOnly(consumer);
    this.reported.set(key, object);
    this.events.report(object, state, message);
  }

  /**
   * What was told of an object before it does not speak of another one that has its name.
   * @param consumer - that is there now; undefined: none is.
   */
  observe(key: string, consumer: KubeObject | undefined): void {
    const previous = this.reported.get(key);
    if (previous?.metadata.uid !== consumer?.metadata.uid) this.forget(key);
  }

  /** The object is in step: says so, if its failure was reported. */
  reportSynced(key: string): void {
    const object = this.reported.get(key);
    if (!object) return;
    this.reported.delete(key);
    this.events.report(
      object,
      'Synced',
      'It is in step with the control plane.',
    );
  }

  /** The object is gone, or nobody's business any more. */
  forget(key: string): void {
    const object = this.reported.get(key);
    if (object) this.events.forget(object);
    this.reported.delete(key);
  }

  /** All of them are nobody's business any more. */
  forgetAll(): void {
    for (const key of [...this.reported.keys()]) this.forget(key);
  }
}
