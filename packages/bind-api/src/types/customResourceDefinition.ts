/** The parts of `apiextensions.k8s.io/v1` CustomResourceDefinition that exports are made from and turned back into. */
import type { KubeObject } from './meta';

/** An OpenAPI v3 schema as CRDs carry it: the keywords our own CRDs use, open for all others. */
export interface JsonSchemaProps {
  type?: string;
  description?: string;
  format?: string;
  default?: unknown;
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, JsonSchemaProps>;
  additionalProperties?: JsonSchemaProps | boolean;
  items?: JsonSchemaProps;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-map-type'?: 'atomic' | 'granular';
  'x-kubernetes-validations'?: {
    rule: string;
    message?: string;
    [field: string]: unknown;
  }[];
  [keyword: string]: unknown;
}

/** Names of a custom resource type. */
export interface CrdNames {
  plural: string;
  kind: string;
  singular?: string;
  shortNames?: string[];
  listKind?: string;
  categories?: string[];
}

/** A column of `kubectl get`. */
export interface CrdPrinterColumn {
  name: string;
  type: string;
  jsonPath: string;
  description?: string;
  format?: string;
  /** 0 is always shown, higher numbers only in wide output. */
  priority?: number;
}

/** Subresources of a custom resource version. */
export interface CrdSubresources {
  status?: Record<string, never>;
  scale?: {
    specReplicasPath: string;
    statusReplicasPath: string;
    labelSelectorPath?: string;
  };
}

/** One version of a custom resource type. */
export interface CrdVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: { openAPIV3Schema?: JsonSchemaProps };
  subresources?: CrdSubresources;
  additionalPrinterColumns?: CrdPrinterColumn[];
  selectableFields?: { jsonPath: string }[];
}

/** A condition of a CRD's status; unlike the binding protocol's it has no severity. */
export interface CrdCondition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** `apiextensions.k8s.io/v1` CustomResourceDefinition. */
export interface CustomResourceDefinition extends KubeObject {
  spec: {
    group: string;
    names: CrdNames;
    scope: 'Namespaced' | 'Cluster';
    versions: CrdVersion[];
    conversion?: { strategy: 'None' | 'Webhook'; webhook?: unknown };
    preserveUnknownFields?: boolean;
  };
  status?: {
    conditions?: CrdCondition[] | null;
    acceptedNames?: CrdNames;
    storedVersions?: string[] | null;
  };
}
