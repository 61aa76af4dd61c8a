/** Build metadata in the konnector version on the ClusterBinding, which reports capabilities. Pure. */

/** The konnector reads the kubeconfig secret in its cluster namespace by name, without list or watch of Secrets. */
const secretByName = 'secret-by-name';

/** Adds the build metadata of a konnector that reads its Secret by name. */
export const withSecretByName = (version: string): string =>
  `${version}+${secretByName}`;

/**
 * Whether the konnector that reported this version reads its Secret by name. The upstream konnector, and older versions
 * of this one, watch all Secrets.
 */
export const readsSecretByName = (reported: string): boolean =>
  reported.split('+')[1] === secretByName;

/** The version without build metadata, for display. */
export const withoutBuildMetadata = (reported: string): string =>
  reported.split('+')[0] ?? reported;
