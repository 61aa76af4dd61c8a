/** Where the portal shows a claim. Pure function. Paths are those below the portal's mount path. */
import {
  instancePath,
  type ClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';

const tabs = { binding: 'connect', backup: 'backups', restore: 'backups' };

/** Path of an instance's page, or of the tab on it that shows the claim; of the list when the instance is unknown. */
export function portalPath(
  ref: ClaimRef,
  claim: Pick<Schemas['Claim'], 'type' | 'instanceRef' | 'instanceResource'>,
): string {
  const { type, instanceRef, instanceResource } = claim;
  if (type === 'instance') return instancePath(ref, '');
  if (!instanceRef || !instanceResource) return '/instances';
  const { cluster, namespace } = ref;
  const instance = {
    cluster,
    namespace,
    resource: instanceResource,
    name: instanceRef,
  };
  return `${instancePath(instance, '')}/${tabs[type]}`;
}
