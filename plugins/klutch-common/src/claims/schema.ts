/** The parts of a claim's OpenAPI v3 schema that forms read. */

/** One `x-kubernetes-validations` entry. @public */
export interface ValidationRule {
  /** CEL expression; `self` is the value at the rule's schema node, `oldSelf` its value before an update. */
  rule: string;
  /** What the rule wants. */
  message?: string;
  /** CEL expression for a message that depends on the value; comes before `message`. */
  messageExpression?: string;
  /** Path from the node to the field that the rule is about, such as `.parameters.maxConnections`. */
  fieldPath?: string;
  /** The rule is also evaluated on create, with `oldSelf` as an optional value. */
  optionalOldSelf?: boolean;
}

/** The part of a CRD's OpenAPI v3 schema that forms read. @public */
export interface ClaimSchema {
  /** `object`, `string`, `integer` and so on; absent for a field that takes several. */
  type?: string;
  /** Short name for people. */
  title?: string;
  /** Text for people. */
  description?: string;
  /** Value that the API server sets when the field is absent. */
  default?: unknown;
  /** All values that are allowed. */
  enum?: unknown[];
  /** Regular expression for a string. */
  pattern?: string;
  /** Names of the properties that must be present. */
  required?: string[];
  /** Schemas of the properties of an object, by name. */
  properties?: Record<string, ClaimSchema>;
  /** Schema of the items of an array. */
  items?: ClaimSchema;
  /** CEL rules for this node. */
  'x-kubernetes-validations'?: ValidationRule[];
  /** Any other keyword, such as `format` or `maximum`. */
  [keyword: string]: unknown;
}

/**
 * Returns the schema of `spec` from the schema of a claim.
 *
 * @returns an empty schema when the claim has no `spec`
 * @public
 */
export function specSchemaOf(claimSchema: ClaimSchema): ClaimSchema {
  return claimSchema.properties?.spec ?? {};
}
