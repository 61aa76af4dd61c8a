/** The manifests of this package, as far as programs read them. */

/** What every manifest has. Written so that it can be given to a Kubernetes client as it is. */
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
    /** The cluster-scoped composite. */
    names: TypeNames;
    /** The namespaced claim. */
    claimNames: TypeNames;
    defaultCompositionRef?: { name: string };
    defaultCompositeDeletePolicy?: 'Background' | 'Foreground';
    /** Crossplane copies these to the CRDs of composite and claim; the portal reads them there. */
    metadata?: {
      labels?: Record<string, string>;
      annotations?: Record<string, string>;
    };
    versions: {
      name: string;
      served: boolean;
      referenceable: boolean;
      schema: { openAPIV3Schema: Record<string, unknown> };
    }[];
    [field: string]: unknown;
  };
}

/** One step of a composition in mode Pipeline. */
export interface PipelineStep {
  step: string;
  functionRef: { name: string };
  input?: Record<string, unknown>;
  [field: string]: unknown;
}

/** `apiextensions.crossplane.io/v1` Composition, in either mode. */
export interface Composition extends Manifest {
  spec: {
    compositeTypeRef: { apiVersion: string; kind: string };
    mode?: 'Pipeline' | 'Resources';
    /** In mode Pipeline. */
    pipeline?: PipelineStep[];
    /** In mode Resources. */
    resources?: Record<string, unknown>[];
    /** In mode Resources. */
    patchSets?: Record<string, unknown>[];
    [field: string]: unknown;
  };
}

/**
 * `example-backend.klutch.anynines.com/v1alpha1` APIServiceExportTemplate, as far as the manifests here go. Told a second
 * time because this package stands alone: it is files for a Crossplane, and imports none of ours.
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

/** A CRD that a provider would bring. */
export interface ProviderCrd extends Manifest {
  spec: {
    group: string;
    scope: 'Cluster' | 'Namespaced';
    names: TypeNames;
    [field: string]: unknown;
  };
}
