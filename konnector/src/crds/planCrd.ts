/** What has to happen to the app cluster's CRD so that it is the one of the export. Pure. */
import {
  conditionReasons,
  exportToCrd,
  isReservedGroup,
  type APIServiceBinding,
  type APIServiceExport,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import { covers } from '../json/projection';
import { hasStrayOwner, ownedFromElsewhere, whyForeign } from './crdOwner';
import { stamped } from './stamped';
import { keepStoredVersion } from './storedVersion';

/** What the decision rests on. */
export interface CrdFacts {
  export: APIServiceExport;
  binding: APIServiceBinding;
  /** The app cluster's CRD of that name. */
  crd: CustomResourceDefinition | undefined;
  /** UIDs of all APIServiceBindings of the app cluster. */
  bindingUids: ReadonlySet<string>;
  /** The bindings are in another cluster than the CRD: control-plane mode. */
  fromElsewhere: boolean;
}

/** One step for the CRD. `apply` is a server-side-apply intent. */
export type CrdStep =
  | { step: 'nothing' }
  | { step: 'create' | 'update'; intent: CustomResourceDefinition }
  /** It is on its way out and comes back when it is gone. */
  | { step: 'wait' }
  | { step: 'refuse'; reason: string; message: string };

/** Decides the next step for the CRD of one export. */
export function planCrd(facts: CrdFacts): CrdStep {
  const { crd, binding } = facts;
  const name = facts.export.metadata.name ?? '';
  const { group, names: kinds, scope } = facts.export.spec;
  if (isReservedGroup(group)) {
    return {
      step: 'refuse',
      reason: conditionReasons.apiServiceExportInvalid,
      message: `The export's API group "${group}" belongs to Kubernetes or to Klutch itself; a CRD in it is never installed.`,
    };
  }
  if (name !== `${kinds.plural}.${group}`) {
    return {
      step: 'refuse',
      reason: conditionReasons.apiServiceExportInvalid,
      message: `The export is called ${name} but describes ${kinds.plural}.${group}.`,
    };
  }
  const offered = exportToCrd(facts.export, binding);
  const wanted = crd ? keepStoredVersion(offered, crd) : offered;
  const intent = stamped(
    facts.fromElsewhere ? ownedFromElsewhere(wanted, binding) : wanted,
  );
  if (!crd) return { step: 'create', intent };
  const foreign = whyForeign(crd, facts);
  if (foreign) {
    return {
      step: 'refuse',
      reason: conditionReasons.foreignCustomResourceDefinition,
      message: foreign,
    };
  }
  if (crd.metadata.deletionTimestamp) return { step: 'wait' };
  if (crd.spec.scope !== scope) {
    return {
      step: 'refuse',
      reason: conditionReasons.customResourceDefinitionUpdateFailed,
      message: `The CRD ${name} is ${crd.spec.scope}, the export is ${scope}; Kubernetes cannot change this. Unbind and bind again.`,
    };
  }
  const strays = facts.fromElsewhere && hasStrayOwner(crd, binding);
  return covers(crd, intent) && !strays
    ? { step: 'nothing' }
    : { step: 'update', intent };
}
