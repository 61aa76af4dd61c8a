/** The parts of a claim's OpenAPI v3 schema that forms read. */

/** One `x-kubernetes-validations` entry. @public */
export interface ValidationRule {
  /** CEL expression; `self` is the value at the rule's schema node, `oldSelf` its value before an update. */
  rule: string;
  message?: string;
  /** Path from the node to the field that the rule is about, such as `.parameters.maxConnections`. */
  fieldPath?: string;
  /** The rule is also evaluated on create, with `oldSelf` as an optional value. */
  optionalOldSelf?: boolean;
}

/** The part of a CRD's OpenAPI v3 schema that forms read. @public */
export interface ClaimSchema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  pattern?: string;
  required?: string[];
  properties?: Record<string, ClaimSchema>;
  items?: ClaimSchema;
  'x-kubernetes-validations'?: ValidationRule[];
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
