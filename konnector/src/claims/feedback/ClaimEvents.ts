/** Events about claimed objects of the app cluster: their trouble, and its end, of which only those hear whose trouble was told. */
import type { KubeObject } from '@klutch/kube';
import type { EventRecorder } from '../../feedback/eventRecorder';
import type { Feedback } from '../../feedback/objectCondition';

/** Who waits in line to be told of needs no body. */
const slim = ({ apiVersion, kind, metadata }: KubeObject): KubeObject => ({
  apiVersion,
  kind,
  metadata,
});

/** Of one claimed type. Keys are those of the app cluster. */
export class ClaimEvents {
  /** Whose trouble was told, by key. */
  private readonly troubled = new Map<string, KubeObject>();

  constructor(private readonly events: EventRecorder) {}

  /** Tells the owner of an object what is the matter with it. */
  report(key: string, consumer: KubeObject, { state, message }: Feedback) {
    this.met(key, consumer);
    const object = slim(consumer);
    this.troubled.set(key, object);
    this.events.report(object, state, message);
  }

  /**
   * What was told of an object before it does not speak of another one that has its name.
   * @param consumer - that is there now; undefined: none is.
   */
  met(key: string, consumer: KubeObject | undefined): void {
    const before = this.troubled.get(key);
    if (before?.metadata.uid !== consumer?.metadata.uid) this.forget(key);
  }

  /** The object is in step: says so, if its trouble was told. */
  cured(key: string): void {
    const object = this.troubled.get(key);
    if (!object) return;
    this.troubled.delete(key);
    this.events.report(
      object,
      'Synced',
      'It is in step with the control plane.',
    );
  }

  /** The object is gone, or nobody's business any more. */
  forget(key: string): void {
    const object = this.troubled.get(key);
    if (object) this.events.forget(object);
    this.troubled.delete(key);
  }

  /** All of them are nobody's business any more. */
  end(): void {
    for (const key of [...this.troubled.keys()]) this.forget(key);
  }
}
