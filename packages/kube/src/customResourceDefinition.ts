// The parts of `apiextensions.k8s.io/v1` CustomResourceDefinition that this project reads and writes.
import { KubeObject } from './types';

/** A CEL rule of a schema. */
export interface CrdValidationRule {
  /** CEL expression; `self` is the value of the schema's field, `oldSelf` the value before the update. */
  rule: string;
  /** Error message when the rule is broken. */
  message?: string;
  /** CEL expression that returns the message. */
  messageExpression?: string;
  /** How the API server classifies the error, such as `FieldValueInvalid`. */
  reason?: string;
  /** Path of the invalid field, relative to the schema of the rule. */
  fieldPath?: string;
  /** Whether a rule with `oldSelf` is also evaluated at creation. */
  optionalOldSelf?: boolean;
}

/** An OpenAPI v3 schema as CRDs carry it: the keywords in common use, open for all others. */
export interface JsonSchemaProps {
  /** JSON type: `object`, `array`, `string`, `boolean`, `integer` or `number`. */
  type?: string;
  /** Description for people, shown by `kubectl explain`. */
  description?: string;
  /** Narrower form of the type, such as `date-time` or `int32`. */
  format?: string;
  /** Set by the API server when the field is absent. */
  default?: unknown;
  /** The only values allowed. */
  enum?: unknown[];
  /** Regular expression that the string must match. */
  pattern?: string;
  /** Smallest number of characters. */
  minLength?: number;
  /** Largest number of characters. */
  maxLength?: number;
  /** Smallest value. */
  minimum?: number;
  /** Smallest number of items. */
  minItems?: number;
  /** Largest number of items. */
  maxItems?: number;
  /** Names of required properties. */
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
  /** Fields that identify the items of a `map` list. */
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
  /** Path of the value. */
  jsonPath: string;
  /** Description for people. */
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
    /** Path of the desired number. */
    specReplicasPath: string;
    /** Path of the actual number. */
    statusReplicasPath: string;
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
  /** Requests for this version get a warning. */
  deprecated?: boolean;
  /** Text of the warning. Default: a text of the API server. */
  deprecationWarning?: string;
  /** Schema of the objects. */
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
    /** Path of the field. */
    jsonPath: string;
  }[];
}

/** A condition of a CRD's status. */
export interface CrdCondition {
  /** Type of the condition, such as `Established`. */
  type: string;
  /** Status of the condition. */
  status: 'True' | 'False' | 'Unknown';
  /** RFC 3339: when the status last changed. */
  lastTransitionTime?: string;
  /** CamelCase reason for programs. */
  reason?: string;
  /** Message for people. */
  message?: string;
}

/** A CRD (`apiextensions.k8s.io/v1`), cluster-scoped. */
export interface CustomResourceDefinition extends KubeObject {
  /** Definition of the type. */
  spec: {
    /** API group; `metadata.name` is `<plural>.<group>`. */
    group: string;
    /** Names of the type. */
    names: CrdNames;
    /** Whether objects are namespaced. */
    scope: 'Namespaced' | 'Cluster';
    /** All versions, in the order of the manifest. */
    versions: CrdVersion[];
    /** How objects are converted between versions. */
    conversion?: {
      /** `None` changes apiVersion only. */
      strategy: 'None' | 'Webhook';
      /** The webhook to call. */
      webhook?: unknown;
    };
    /** Left over from `v1beta1`; must be false or absent: unknown fields are kept through the schema. */
    preserveUnknownFields?: boolean;
  };
  /** Observed state of the CRD. */
  status?: {
    /** `Established` with status `True` means that the resource is served; `NamesAccepted` and others. */
    conditions?: CrdCondition[] | null;
    /** Names in use; another CRD of the group may hold some of the requested ones. */
    acceptedNames?: CrdNames;
    /** Versions that objects may be stored in. */
    storedVersions?: string[] | null;
  };
}

/** Whether the API server serves the type of a CRD; false when there is no CRD. */
export const isEstablished = (
  crd: CustomResourceDefinition | undefined,
): boolean =>
  crd?.status?.conditions?.some(
    ({ type, status }) => type === 'Established' && status === 'True',
  ) ?? false;
