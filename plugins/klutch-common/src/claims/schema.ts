/** The parts of a claim's OpenAPI v3 schema that forms are made from. */

/** One `x-kubernetes-validations` entry. @public */
export interface ValidationRule {
  /** CEL; `self` is the value the rule stands at, `oldSelf` the one before a change. */
  rule: string;
  message?: string;
  /** The rule also runs at creation, with `oldSelf` as an optional value. */
  optionalOldSelf?: boolean;
}

/** An OpenAPI v3 schema as CRDs carry it, as far as forms read it. @public */
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
 * The schema of `spec` inside the schema of a whole claim.
 *
 * @returns an empty schema when the claim has no `spec`
 * @public
 */
export function specSchemaOf(claimSchema: ClaimSchema): ClaimSchema {
  return claimSchema.properties?.spec ?? {};
}
