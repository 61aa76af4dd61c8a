/** References to claims outside of their cluster: in annotations, URLs and the software catalog. */

/** Identifies a claim across all app clusters. @public */
export interface ClaimRef {
  /** Id of the app cluster. */
  cluster: string;
  /** Namespace on the app cluster. */
  namespace: string;
  /** `<plural>.<group>` */
  resource: string;
  /** Name of the claim. */
  name: string;
}

/** Value of the claim annotation: `<app cluster>/<namespace>/<plural>.<group>/<name>`. @public */
export function stringifyClaimRef(ref: ClaimRef): string {
  return [ref.cluster, ref.namespace, ref.resource, ref.name].join('/');
}

/** Parses the result of {@link stringifyClaimRef}; undefined for a malformed value. @public */
export function parseClaimRef(value: string): ClaimRef | undefined {
  const [cluster, namespace, resource, name, ...rest] = value.split('/');
  return cluster && namespace && resource && name && rest.length === 0
    ? { cluster, namespace, resource, name }
    : undefined;
}

/**
 * Path of an instance's page below the app's base URL.
 *
 * @param mountPath - where the app mounts the portal
 * @public
 */
export function instancePath(ref: ClaimRef, mountPath: string): string {
  return `${mountPath}/instances/${[ref.cluster, ref.namespace, ref.resource, ref.name].map(encodeURIComponent).join('/')}`;
}

const maxEntityNameLength = 63;

/** 64-bit FNV-1a in base 36, because browsers and Node.js share no synchronous cryptographic hash. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(36);
}

const truncateWithHash = (
  full: string,
  shorter: string,
  whole: string,
): string => {
  if (full.length <= maxEntityNameLength) return full;
  const suffix = hash(whole);
  const kept = shorter
    .slice(0, maxEntityNameLength - suffix.length - 1)
    .replace(/[-._]+$/, '');
  return `${kept}-${suffix}`;
};

const pluralOf = (resource: string) => resource.split('.')[0] ?? resource;

/**
 * Name of a claim's entity in the software catalog: `<app cluster>_<namespace>_<plural>.<group>_<name>`; no part can
 * contain an underscore. A name longer than 63 characters is written without the group, truncated, and ends in a hash
 * of the full name.
 *
 * @public
 */
export function claimEntityName(ref: ClaimRef): string {
  const { cluster, namespace, resource, name } = ref;
  const parts = (type: string) => [cluster, namespace, type, name].join('_');
  return truncateWithHash(
    parts(resource),
    parts(pluralOf(resource)),
    stringifyClaimRef(ref),
  );
}

/** Entity ref of an instance in the software catalog. @public */
export const claimEntityRef = (ref: ClaimRef): string =>
  `resource:default/${claimEntityName(ref)}`;

/**
 * Name of a service's entity in the software catalog: `<plural>.<group>`, truncated like the name of a claim's entity.
 *
 * @public
 */
export function serviceEntityName(resource: string): string {
  return truncateWithHash(resource, pluralOf(resource), resource);
}
