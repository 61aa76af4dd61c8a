// Kubernetes Secrets and references to them, which identify objects and are needed in logs.

/** String fields of references. */
const fields = new Set([
  'apiVersion',
  'kind',
  'namespace',
  'name',
  'secretName',
  'key',
  'uid',
  'resourceVersion',
]);

const isPlainObject = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Includes objects of another realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

function isSingleReference(value: unknown): boolean {
  if (typeof value === 'string') {
    return /^[a-z0-9.-]+\/[a-z0-9.-]+$/.test(value);
  }
  if (!isPlainObject(value)) return false;
  return (
    'metadata' in value ||
    Object.entries(value).every(([name, field]: [string, unknown]) =>
      typeof field === 'string'
        ? fields.has(name)
        : typeof field === 'number' || typeof field === 'boolean',
    )
  );
}

/**
 * Whether a value is a Secret, whose own fields are checked one by one, a reference to one (`namespace/name` or
 * fields), or a list of these.
 */
export const isSecretReference = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isSingleReference)
    : isSingleReference(value);
