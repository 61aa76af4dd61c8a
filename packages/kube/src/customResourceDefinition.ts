// The parts of `apiextensions.k8s.io/v1` CustomResourceDefinition that this project reads and writes, and what they say.
import { KubeObject } from './types';

/** A CEL rule of a schema. */
export interface CrdValidationRule {
  /** CEL expression; `self` is the value at this place, `oldSelf` the one before the update. */
  rule: string;
  /** Said when the rule is broken. */
  message?: string;
  /** CEL expression that gives the message. */
  messageExpression?: string;
  /** How the API server classifies the error, such as `FieldValueInvalid`. */
  reason?: string;
  /** Path of the field to blame, relative to this place. */
  fieldPath?: string;
  /** A rule with `oldSelf` is also asked at creation. */
  optionalOldSelf?: boolean;
}

/** An OpenAPI v3 schema as CRDs carry it: the keywords in common use, open for all others. */
export interface JsonSchemaProps {
  /** JSON type: `object`, `array`, `string`, `boolean`, `integer` or `number`. */
  type?: string;
  /** For people, shown by `kubectl explain`. */
  description?: string;
  /** Narrower form of the type, such as `date-time` or `int32`. */
  format?: string;
  /** Filled in by the API server when the field is absent. */
  default?: unknown;
  /** The only values allowed. */
  enum?: unknown[];
  /** Regular expression that a text must match. */
  pattern?: string;
  /** Least number of characters. */
  minLength?: number;
  /** Greatest number of characters. */
  maxLength?: number;
  /** Least number. */
  minimum?: number;
  /** Least number of items. */
  minItems?: number;
  /** Greatest number of items. */
  maxItems?: number;
  /** Names of properties that must be there. */
  required?: string[];
  /** Schemas of known properties. */
  properties?: Record<string, JsonSchemaProps>;
  /** Schema of all properties, for maps. */
  additionalProperties?: JsonSchemaProps | boolean;
  /** Schema of the items of a list. */
  items?: JsonSchemaProps;
  /** Unknown fields are kept instead of dropped. */
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** How server-side apply merges a list. Default `atomic`. */
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  /** Fields that tell the items of a `map` list apart. */
  'x-kubernetes-list-map-keys'?: string[];
  /** How server-side apply merges an object. Default `granular`. */
  'x-kubernetes-map-type'?: 'atomic' | 'granular';
  /** CEL rules. */
  'x-kubernetes-validations'?: CrdValidationRule[];
  /** Any other keyword of CRD schemas. */
  [keyword: string]: unknown;
}

/** Names of a custom resource type. */
export interface CrdNames {
  /** Lower-case plural, as in URLs. */
  plural: string;
  /** CamelCase kind. */
  kind: string;
  /** Lower-case singular. Default: the kind in lower case. */
  singular?: string;
  /** Short names for kubectl. */
  shortNames?: string[];
  /** Kind of lists. Default `<kind>List`. */
  listKind?: string;
  /** Groups of types that kubectl can list together. */
  categories?: string[];
}

/** A column of `kubectl get`. */
export interface CrdPrinterColumn {
  /** Heading. */
  name: string;
  /** `string`, `integer`, `number`, `boolean` or `date`. */
  type: string;
  /** Where the value is. */
  jsonPath: string;
  /** For people. */
  description?: string;
  /** Narrower form of the type. */
  format?: string;
  /** 0 is always shown, higher numbers only in wide output. */
  priority?: number;
}

/** Subresources of a custom resource version. */
export interface CrdSubresources {
  /** `{}` switches `/status` on. */
  status?: Record<string, never>;
  /** `/scale`. */
  scale?: {
    /** Path of the wanted number. */
    specReplicasPath: string;
    /** Path of the actual number. */
    statusReplicasPath: string;
    /** Path of the selector, as text. */
    labelSelectorPath?: string;
  };
}

/** One version of a custom resource type. */
export interface CrdVersion {
  /** Version name, such as `v1beta1`. */
  name: string;
  /** Whether the API server answers for this version. */
  served: boolean;
  /** Whether objects are stored in this version; true for exactly one. */
  storage: boolean;
  /** Whoever uses this version gets a warning. */
  deprecated?: boolean;
  /** The warning. Default: one by the API server. */
  deprecationWarning?: string;
  /** What objects look like. */
  schema?: {
    /** The schema with its CEL rules. */
    openAPIV3Schema?: JsonSchemaProps;
  };
  /** `/status` and `/scale`. */
  subresources?: CrdSubresources;
  /** Columns of `kubectl get`. */
  additionalPrinterColumns?: CrdPrinterColumn[];
  /** Fields that field selectors may use. */
  selectableFields?: {
    /** Where the field is. */
    jsonPath: string;
  }[];
}

/** A condition of a CRD's status. */
export interface CrdCondition {
  /** What it is about, such as `Established`. */
  type: string;
  /** Whether it holds. */
  status: 'True' | 'False' | 'Unknown';
  /** RFC 3339: when the status last changed. */
  lastTransitionTime?: string;
  /** CamelCase word for programs. */
  reason?: string;
  /** Sentence for people. */
  message?: string;
}

/** A CRD (`apiextensions.k8s.io/v1`), cluster-scoped. */
export interface CustomResourceDefinition extends KubeObject {
  /** The type. */
  spec: {
    /** API group; `metadata.name` is `<plural>.<group>`. */
    group: string;
    /** All names. */
    names: CrdNames;
    /** Whether objects live in namespaces. */
    scope: 'Namespaced' | 'Cluster';
    /** All versions, in the order of the manifest. */
    versions: CrdVersion[];
    /** How objects are converted between versions. */
    conversion?: {
      /** `None` changes apiVersion only. */
      strategy: 'None' | 'Webhook';
      /** Whom to ask. */
      webhook?: unknown;
    };
    /** Left over from `v1beta1`; must be false or absent: keeping unknown fields is said in the schema. */
    preserveUnknownFields?: boolean;
  };
  /** How the API server serves it. */
  status?: {
    /** `Established` with status `True` means that the resource is served; `NamesAccepted` and others. */
    conditions?: CrdCondition[] | null;
    /** Names in use; another CRD of the group may have others of those wanted. */
    acceptedNames?: CrdNames;
    /** Versions that objects may be stored in. */
    storedVersions?: string[] | null;
  };
}

/** Whether the API server serves what a CRD defines; false when there is none. */
export const isEstablished = (
  crd: CustomResourceDefinition | undefined,
): boolean =>
  crd?.status?.conditions?.some(
    ({ type, status }) => type === 'Established' && status === 'True',
  ) ?? false;
