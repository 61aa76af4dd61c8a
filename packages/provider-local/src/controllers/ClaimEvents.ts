/**
 * Writes Events about the claim of a managed resource when conditions of the managed resource change: Crossplane's own
 * Events about the claim end at the composite.
 */
import {
  KubeClient,
  Logger,
  ObjectReference,
  Unstructured,
  core,
  findResource,
} from '@klutch/kube';
import { ManagedResource } from '../resources/managedResources';
import { ConditionEvent, conditionEvents } from './conditionEvents';

const component = 'provider-local';

type Reference = ObjectReference & { apiVersion: string; kind: string };
type Composite = Unstructured & { spec?: { claimRef?: Reference } };

const eventAbout = (
  claim: ObjectReference,
  { type, reason, message }: ConditionEvent,
) => {
  const timestamp = `${new Date().toISOString().slice(0, 19)}Z`;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      namespace: claim.namespace,
      generateName: `${claim.name?.slice(0, 200)}.`,
    },
    involvedObject: claim,
    type,
    reason,
    // Messages of Kubernetes' own Events have at most 1024 bytes.
    message: message.slice(0, 1000),
    count: 1,
    firstTimestamp: timestamp,
    lastTimestamp: timestamp,
    source: { component },
    reportingComponent: component,
    reportingInstance: component,
  };
};

/** Events about the claims of managed resources. */
export class ClaimEvents {
  readonly #client: KubeClient;

  constructor(client: KubeClient) {
    this.#client = client;
  }

  /** Reports the changes between two versions of an object. Best effort: a failure is logged and has no other effect. */
  async report(
    before: ManagedResource,
    after: ManagedResource,
    logger: Logger,
  ): Promise<void> {
    const events = conditionEvents(
      before.status?.conditions ?? [],
      after.status?.conditions ?? [],
    );
    if (events.length === 0) return;
    try {
      const claim = await this.#claimOf(after);
      if (!claim) return;
      for (const event of events) {
        await this.#client.create(core.events, eventAbout(claim, event));
      }
    } catch (error) {
      logger.warn({ err: error }, 'an event about a claim was not written');
    }
  }

  /** The claim of the composite that the object is composed for. */
  async #claimOf({
    metadata,
  }: ManagedResource): Promise<ObjectReference | undefined> {
    const owner = metadata.ownerReferences?.find(one => one.controller);
    const composite = owner && (await this.#get<Composite>(owner));
    const claimRef = composite?.spec?.claimRef;
    const claim = claimRef && (await this.#get(claimRef));
    return claim && { ...claimRef, uid: claim.metadata.uid };
  }

  async #get<T extends Unstructured>(reference: Reference) {
    const resource = await findResource<T>(this.#client, reference);
    const { namespace, name = '' } = reference;
    return resource && this.#client.get(resource, { namespace, name });
  }
}
