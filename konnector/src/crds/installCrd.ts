/** Installs and updates the app cluster's CRD from the export. */
import {
  conditionReasons as reasons,
  fieldManagers,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import {
  core,
  isEstablished,
  isForbidden,
  isInvalid,
  type KubeClient,
} from '@klutch/kube';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import { planCrd, type CrdFacts } from './planCrd';
import { annotations } from '../markers';
import type { ReplicaLeadership } from '../leaderElection/ReplicaLeadership';
import { createOnly } from '../ownership/createOnly';
import { planTakeOver } from '../ownership/planTakeOver';
import { hashOf } from '../json/projection';

const crds = core.customResourceDefinitions;

/** Result of an install step. `retry`: no watch event will trigger the next attempt. */
export interface CrdOutcome {
  /** The current CRD; undefined when it does not exist or belongs to another owner. */
  crd?: CustomResourceDefinition;
  /** The CRD exists, belongs to this binding and accepts objects. */
  established: boolean;
  condition: ConditionResult;
  retry?: boolean;
}

/** Changes with whatever an intent may set: the generation with the spec, the rest with the metadata. */
function fingerprint(
  intent: CustomResourceDefinition,
  { metadata }: CustomResourceDefinition,
): string {
  const { resourceVersion: _, managedFields: __, ...compared } = metadata;
  return hashOf([intent, compared]);
}

/**
 * The apply is bound to the CRD that was read. Where there was none, a CRD created in the meantime is not overwritten.
 */
const withIdentity = (
  intent: CustomResourceDefinition,
  seen: CustomResourceDefinition | undefined,
): CustomResourceDefinition =>
  seen
    ? { ...intent, metadata: { ...intent.metadata, uid: seen.metadata.uid } }
    : createOnly(intent);

/** Remembers the server's result of each apply, so that server-side changes do not cause repeated writes. */
export class CrdInstaller {
  private readonly appliedFingerprints = new Map<string, string>();

  constructor(
    private readonly client: KubeClient,
    private readonly leadership: Pick<ReplicaLeadership, 'isLeader'>,
  ) {}

  /**
   * One step towards the export's CRD; a standby replica uses the CRD as it is.
   * @throws errors that a retry may fix.
   */
  async install(facts: CrdFacts): Promise<CrdOutcome> {
    const step = planCrd(facts);
    const name = facts.export.metadata.name ?? '';
    if (step.step === 'refuse') {
      return {
        established: false,
        condition: falseCondition(step.reason, step.message),
      };
    }
    if (
      step.step === 'nothing' ||
      !this.leadership.isLeader ||
      (facts.crd &&
        this.appliedFingerprints.get(name) ===
          fingerprint(step.intent, facts.crd))
    ) {
      return outcomeOf(facts.crd);
    }
    try {
      if (
        facts.crd &&
        facts.crd.metadata.annotations?.[annotations.appliedHash] === undefined
      ) {
        await takeOverFields(this.client, name);
      }
      const written = await this.client.apply(
        crds,
        withIdentity(step.intent, facts.crd),
        { fieldManager: fieldManagers.spec, force: true },
      );
      this.appliedFingerprints.set(name, fingerprint(step.intent, written));
      return outcomeOf(written);
    } catch (error) {
      const message = rejectionMessage(error, name);
      if (!message) throw error;
      return {
        ...outcomeOf(facts.crd),
        retry: isForbidden(error),
        condition: falseCondition(
          step.step === 'create'
            ? reasons.customResourceDefinitionCreateFailed
            : reasons.customResourceDefinitionUpdateFailed,
          message,
        ),
      };
    }
  }
}

/**
 * Takes over the fields of the reference's konnector, so that the next apply removes those that the export no longer
 * has.
 */
async function takeOverFields(client: KubeClient, name: string): Promise<void> {
  const live = await client.get(crds, { name });
  const managedFields = planTakeOver(live?.metadata.managedFields);
  if (!live || !managedFields) return;
  const { uid, resourceVersion } = live.metadata;
  await client.mergePatch(
    crds,
    { name },
    { metadata: { uid, resourceVersion, managedFields } },
    { fieldManager: fieldManagers.spec },
  );
}

/** Message of an error that a retry would not fix. */
function rejectionMessage(error: unknown, name: string): string | undefined {
  if (isForbidden(error)) {
    return `The konnector may not write the CRD ${name}: ${error.message} Grant it the right.`;
  }
  return isInvalid(error)
    ? `The CRD ${name} of the export is not valid on this app cluster: ${error.message}`
    : undefined;
}

function outcomeOf(crd: CustomResourceDefinition | undefined): CrdOutcome {
  return { crd, established: isEstablished(crd), condition: { ok: true } };
}
