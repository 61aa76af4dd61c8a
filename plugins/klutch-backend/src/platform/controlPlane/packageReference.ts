/** References to packages of Crossplane, which are OCI images. Pure functions. */

/** The parts of a reference. */
export interface PackageReference {
  /** Registry and repository as written, without tag and digest. */
  package: string;
  /** Host of the registry, with its port; absent if the reference leaves it to Crossplane's setting. */
  registry?: string;
  /** Path in the registry. */
  repository: string;
  tag?: string;
}

/** As in container tools: the first part is a host if it has a dot or a port, or is `localhost`. */
const isHost = (part: string): boolean =>
  /[.:]/.test(part) || part === 'localhost';

/** Parses `registry/repository:tag@digest`. */
export function parsePackageReference(reference: string): PackageReference {
  const [withTag = ''] = reference.split('@');
  const slash = withTag.lastIndexOf('/');
  const colon = withTag.indexOf(':', slash + 1);
  const name = colon < 0 ? withTag : withTag.slice(0, colon);
  const tag = colon < 0 ? undefined : withTag.slice(colon + 1);
  const [first = '', ...rest] = name.split('/');
  const hasHost = rest.length > 0 && isHost(first);
  return {
    package: name,
    ...(hasHost && { registry: first }),
    repository: hasHost ? rest.join('/') : name,
    ...(tag && { tag }),
  };
}

/** The host that serves a registry: Docker Hub has other names in references. */
export const registryHost = (registry: string): string =>
  registry === 'docker.io' || registry === 'index.docker.io'
    ? 'registry-1.docker.io'
    : registry;
