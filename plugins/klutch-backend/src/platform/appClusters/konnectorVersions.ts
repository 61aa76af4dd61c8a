/** The version of an app cluster's konnector, and the manifest of the one that belongs to the portal. Pure functions. */
import {
  appClusterKonnector,
  crds,
  deletionProtectionPolicy,
  konnectorRoles,
  restorePolicy,
  toYaml,
} from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { version } from '../../../package.json';

/** All packages are released together, so the konnector of the portal's own version belongs to it. */
const offered = `v${version}`;

/** @param reported - as on the ClusterBinding; undefined before the first report */
export const konnectorVersions = (
  reported: string | undefined,
): Schemas['KonnectorVersions'] => ({
  ...(reported && { version: reported }),
  offered,
  isOutdated: reported !== undefined && reported !== offered,
});

/**
 * Everything that runs a konnector, without rights on bound APIs, which stay as they are.
 *
 * @param configured - image of the konnector; default: the plain name, which a registry of the operator's may complete;
 *   the command then keeps the repository of the installed image
 */
export function konnectorManifest(
  configured?: string,
): Schemas['KonnectorManifest'] {
  const image = configured ?? `klutch-konnector:${version}`;
  const upgrade = 'kubectl klutch konnector upgrade';
  return {
    version: offered,
    image,
    manifest: toYaml([
      crds.apiServiceBindings,
      ...konnectorRoles(),
      ...restorePolicy(),
      ...deletionProtectionPolicy(),
      appClusterKonnector(image),
    ]),
    apply: 'kubectl apply --server-side --force-conflicts -f konnector.yaml',
    cli: configured ? `${upgrade} --image ${configured}` : upgrade,
  };
}
