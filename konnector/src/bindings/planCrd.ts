/** What has to happen to the app cluster's CRD so that it is the one of the export. Pure. */
import {
  bindResources,
  conditionReasons,
  exportToCrd,
  isCrdInstalledFor,
  names,
  type APIServiceBinding,
  type APIServiceExport,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import { annotations } from '../markers';
import { covers, hashOf } from '../sync/projection';
import { isReservedGroup } from './reservedGroup';

/** What the decision rests on. */
export interface CrdFacts {
  export: APIServiceExport;
  binding: APIServiceBinding;
  /** The app cluster's CRD of that name. */
  crd: CustomResourceDefinition | undefined;
  /** UIDs of all APIServiceBindings of the app cluster. */
  bindingUids: ReadonlySet<string>;
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
  const intent = stamped(exportToCrd(facts.export, binding));
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
  return covers(crd, intent) ? { step: 'nothing' } : { step: 'update', intent };
}

/** The hash makes a removed schema field a difference, see `appliedHash`. */
function stamped(crd: CustomResourceDefinition): CustomResourceDefinition {
  return {
    ...crd,
    metadata: {
      ...crd.metadata,
      annotations: {
        ...crd.metadata.annotations,
        [annotations.appliedHash]: hashOf(crd.spec),
      },
    },
  };
}

/**
 * Why an existing CRD may not be touched, or undefined when it is this binding's. A CRD that carries our marker and
 * belongs to no binding that still exists was left by an unbind or restored from a backup; the binding takes it over.
 */
function whyForeign(
  crd: CustomResourceDefinition,
  facts: CrdFacts,
): string | undefined {
  const { binding } = facts;
  if (isCrdInstalledFor(crd, binding)) return undefined;
  const owner = (crd.metadata.ownerReferences ?? []).find(
    reference =>
      reference.apiVersion.split('/')[0] === names.group &&
      reference.kind === bindResources.bindings.kind &&
      facts.bindingUids.has(reference.uid),
  );
  if (owner) {
    return `The CRD ${crd.metadata.name} was installed for another binding of the same name. Delete one of the two bindings.`;
  }
  return crd.metadata.annotations?.[annotations.installedBy] === undefined
    ? `The CRD ${crd.metadata.name} exists and was not installed by a binding; it stays as it is. Remove it, or do not bind this API here.`
    : undefined;
}
