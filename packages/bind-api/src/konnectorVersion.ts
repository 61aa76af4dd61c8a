/** What a konnector says of itself beside its version: build metadata of the version on the ClusterBinding; pure. */

/** It reads the kubeconfig secret of its cluster namespace by name, and needs no list or watch of Secrets there. */
const secretByName = 'secret-by-name';

/** A version with the build metadata of a konnector that reads its Secret by name. */
export const withSecretByName = (version: string): string =>
  `${version}+${secretByName}`;

/**
 * Whether the konnector that reported this version reads its Secret by name. The reference's, and older ones of ours,
 * watch it.
 */
export const readsSecretByName = (reported: string): boolean =>
  reported.split('+')[1] === secretByName;

/** The version for people, without build metadata. */
export const withoutBuildMetadata = (reported: string): string =>
  reported.split('+')[0] ?? reported;
