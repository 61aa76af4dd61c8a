/** Decides how the app cluster's CRD becomes the one of the export. Pure. */
import {
  conditionReasons,
  exportToCrd,
  isCrdInstalledFor,
  isReservedGroup,
  type APIServiceBinding,
  type APIServiceExport,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import { resourceName } from '@klutch/kube';
import { covers } from '../json/projection';
import { withRemoteBinding, foreignCrdReason } from './crdOwner';
import { withHashAnnotation } from './withHashAnnotation';
import { keepStoredVersion } from './storedVersion';

export interface CrdFacts {
  export: APIServiceExport;
  binding: APIServiceBinding;
  /** The app cluster's CRD of the export's name, as a whole. */
  crd: CustomResourceDefinition | undefined;
  /** UIDs of all APIServiceBindings of the app cluster. */
  bindingUids: ReadonlySet<string>;
  /** The bindings are in another cluster than the CRD: control-plane mode. */
  isRemoteBinding: boolean;
}

/** `intent` is for server-side apply. */
export type CrdStep =
  /** Also while the CRD is being deleted; it is recreated afterwards. */
  | { step: 'nothing' }
  | { step: 'create' | 'update'; intent: CustomResourceDefinition }
  | { step: 'refuse'; reason: string; message: string };

export function planCrd(facts: CrdFacts): CrdStep {
  const { crd, binding } = facts;
  const name = facts.export.metadata.name ?? '';
  const { group, names: kinds, scope } = facts.export.spec;
  if (isReservedGroup(group)) {
    return {
      step: 'refuse',
      reason: conditionReasons.apiServiceExportInvalid,
      message: `The export's API group "${group}" belongs to Kubernetes or to Klutch itself; a CRD in this group is never installed.`,
    };
  }
  const api = resourceName({ group, plural: kinds.plural });
  if (name !== api) {
    return {
      step: 'refuse',
      reason: conditionReasons.apiServiceExportInvalid,
      message: `The export is called ${name} but describes ${api}.`,
    };
  }
  // Each step keeps the metadata of the one before.
  const exported = exportToCrd(facts.export, binding);
  const desired = crd ? keepStoredVersion(exported, crd) : exported;
  const intent = withHashAnnotation(
    facts.isRemoteBinding ? withRemoteBinding(desired, binding) : desired,
  );
  if (!crd) return { step: 'create', intent };
  const foreignReason = foreignCrdReason(crd, facts);
  if (foreignReason) {
    return {
      step: 'refuse',
      reason: conditionReasons.foreignCustomResourceDefinition,
      message: foreignReason,
    };
  }
  if (crd.metadata.deletionTimestamp) return { step: 'nothing' };
  if (crd.spec.scope !== scope) {
    return {
      step: 'refuse',
      reason: conditionReasons.customResourceDefinitionUpdateFailed,
      message: `The CRD ${name} is ${crd.spec.scope}, the export is ${scope}; Kubernetes cannot change this. Unbind and bind again.`,
    };
  }
  // The garbage collector takes an owner in another cluster for deleted, so the reference to it is removed.
  const hasRemoteOwner =
    facts.isRemoteBinding && isCrdInstalledFor(crd, binding);
  return covers(crd, intent) && !hasRemoteOwner
    ? { step: 'nothing' }
    : { step: 'update', intent };
}
