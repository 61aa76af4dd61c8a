/** What is wrong with a control plane. */
import type { Unstructured } from '@klutch/kube';

/** An object by its type and name. */
export interface ObjectReference {
  /** API group and version, as in a manifest. */
  apiVersion: string;
  /** Kind of the object. */
  kind: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** Name of the object. */
  name: string;
}

/** What kind of problem it is, for translations. */
export type ProblemReason =
  | 'CrossplaneMissing'
  | 'ListForbidden'
  | 'ListNotServed'
  | 'PackageNotInstalled'
  | 'PackageNotHealthy'
  | 'ProviderConfigNotHealthy'
  | 'XrdNotServed'
  | 'CompositionMissing'
  | 'DefaultCompositionMissing'
  | 'FunctionNotInstalled'
  | 'FunctionInactive'
  | 'FunctionWithoutEndpoint'
  | 'ClaimNotReady'
  | 'ClaimNotDeleted'
  | 'ClaimPartMissing'
  | 'ClaimPartForbidden'
  | 'ClaimPartNotServed';

/** One problem, with the object that has it. */
export interface Problem {
  /** `error`: something does not work; `warning`: it may not work, or could not be checked. */
  severity: 'error' | 'warning';
  /** Which object has it. */
  object: ObjectReference;
  /** What kind of problem it is. */
  reason: ProblemReason;
  /** What the texts name: kinds, names, and what the cluster says. */
  params: Record<string, string>;
  /** Since when a claim waits, RFC 3339; absent for other problems. */
  since?: string;
  /** What is wrong, in sentences. */
  message: string;
  /** What to do about it, in sentences. */
  remedy: string;
}

/** A reference to an object. */
export const referenceTo = ({
  apiVersion = '',
  kind = '',
  metadata: { name = '', namespace },
}: Unstructured): ObjectReference => ({
  apiVersion,
  kind,
  ...(namespace && { namespace }),
  name,
});
