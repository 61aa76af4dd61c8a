/** Types of this package's manifests: the fields that programs read. */

/** Common fields of all manifests, assignable to the object types of Kubernetes clients. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  spec?: Record<string, unknown>;
}

/** Kind and plural of a type. */
interface TypeNames {
  kind: string;
  plural: string;
}

/** `apiextensions.crossplane.io/v1` CompositeResourceDefinition (XRD). */
export interface CompositeResourceDefinition extends Manifest {
  spec: {
    group: string;
    /** Names of the cluster-scoped composite. */
    names: TypeNames;
    /** Names of the namespaced claim. */
    claimNames: TypeNames;
    defaultCompositionRef?: { name: string };
    defaultCompositeDeletePolicy?: 'Background' | 'Foreground';
    /** Crossplane copies these annotations to the CRDs of composite and claim, where the portal reads them. */
    metadata?: {
      labels?: Record<string, string>;
      annotations?: Record<string, string>;
    };
    versions: {
      name: string;
      served: boolean;
      referenceable: boolean;
      schema: { openAPIV3Schema: Record<string, unknown> };
      additionalPrinterColumns?: readonly object[];
    }[];
    [field: string]: unknown;
  };
}

/** One step of a Composition. */
export interface PipelineStep {
  step: string;
  functionRef: { name: string };
  input?: Record<string, unknown>;
  [field: string]: unknown;
}

/** `apiextensions.crossplane.io/v1` Composition. */
export interface Composition extends Manifest {
  spec: {
    compositeTypeRef: { apiVersion: string; kind: string };
    mode?: 'Pipeline';
    pipeline?: PipelineStep[];
    [field: string]: unknown;
  };
}

/**
 * `example-backend.klutch.anynines.com/v1alpha1` APIServiceExportTemplate, with the fields of these manifests. The
 * type is declared again because this package is independent: files for a Crossplane, without imports from our other
 * packages.
 */
export interface ExportTemplate extends Manifest {
  spec: {
    APIServiceSelector: { group: string; resource: string };
    permissionClaims?: {
      group?: string;
      resource: string;
      version: string;
      selector?: { owner?: 'Provider' | 'Consumer' };
    }[];
  };
}

/** A CRD that would normally be installed by a provider. */
export interface ProviderCrd extends Manifest {
  spec: {
    group: string;
    scope: 'Cluster' | 'Namespaced';
    names: TypeNames;
    [field: string]: unknown;
  };
}
