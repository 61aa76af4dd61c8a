/** Brings the app cluster's CRD to what the export says. */
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
import { falseVerdict, type Verdict } from '../conditions/verdict';
import { planCrd, type CrdFacts } from './planCrd';
import { annotations } from '../markers';
import type { LeaderElector } from '../leaderElection/LeaderElector';
import { createOnly } from '../ownership/createOnly';
import { takeOverFields } from '../ownership/takeOverFields';
import { hashOf } from '../json/projection';

const crds = core.customResourceDefinitions;

/** How the CRD stands. `retry`: nothing will announce that trying again makes sense. */
export interface CrdOutcome {
  /** The CRD as it is now; undefined when it is not there or not ours. */
  crd?: CustomResourceDefinition;
  /** It is there, ours, and accepts objects. */
  established: boolean;
  verdict: Verdict;
  retry?: boolean;
}

const fingerprint = (
  intent: CustomResourceDefinition,
  live: CustomResourceDefinition,
) =>
  hashOf([
    intent,
    live.metadata.uid,
    live.metadata.generation,
    live.metadata.annotations,
    live.metadata.ownerReferences,
  ]);

/** The apply meets the CRD that was looked at. Where there was none, one that appeared in the meantime is not ours. */
const withIdentity = (
  intent: CustomResourceDefinition,
  seen: CustomResourceDefinition | undefined,
): CustomResourceDefinition =>
  seen
    ? { ...intent, metadata: { ...intent.metadata, uid: seen.metadata.uid } }
    : createOnly(intent);

/** Remembers what servers made of our CRDs, so that what they change by themselves is not written again and again. */
export class CrdInstaller {
  private readonly appliedFingerprints = new Map<string, string>();

  constructor(
    private readonly client: KubeClient,
    private readonly leaderElector: Pick<LeaderElector, 'isLeader'>,
  ) {}

  /**
   * One step towards the export's CRD; a process that stands by takes the CRD as it is. Throws only what is worth
   * repeating soon.
   */
  async install(facts: CrdFacts): Promise<CrdOutcome> {
    const step = planCrd(facts);
    const name = facts.export.metadata.name ?? '';
    switch (step.step) {
      case 'refuse':
        return {
          established: false,
          verdict: falseVerdict(step.reason, step.message),
        };
      case 'wait':
        return outcomeOf(facts.crd);
      case 'nothing':
        return outcomeOf(facts.crd);
      default:
    }
    if (
      !this.leaderElector.isLeader ||
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
        await takeOverFields(this.client, crds, { name });
      }
      const written = await this.client.apply(
        crds,
        withIdentity(step.intent, facts.crd),
        { fieldManager: fieldManagers.spec, force: true },
      );
      this.appliedFingerprints.set(name, fingerprint(step.intent, written));
      return outcomeOf(written);
    } catch (error) {
      const message = refusalOf(error, name);
      if (!message) throw error;
      return {
        ...outcomeOf(facts.crd),
        retry: isForbidden(error),
        verdict: falseVerdict(
          step.step === 'create'
            ? reasons.customResourceDefinitionCreateFailed
            : reasons.customResourceDefinitionUpdateFailed,
          message,
        ),
      };
    }
  }
}

/** In words, when repeating would not help. */
function refusalOf(error: unknown, name: string): string | undefined {
  if (isForbidden(error)) {
    return `The konnector may not write the CRD ${name}: ${error.message} Grant it the right.`;
  }
  return isInvalid(error)
    ? `The CRD ${name} of the export is not valid here: ${error.message}`
    : undefined;
}

function outcomeOf(crd: CustomResourceDefinition | undefined): CrdOutcome {
  return { crd, established: isEstablished(crd), verdict: { ok: true } };
}
