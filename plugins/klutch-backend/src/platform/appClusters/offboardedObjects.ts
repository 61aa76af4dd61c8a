/** What an offboarding deletes, in the terms of the pages. Pure. */
import type { OffboardingPreview } from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

/** @param titleOf - title of the service of an API */
export const offboardedObjects = (
  { exports, serviceNamespaces }: OffboardingPreview,
  titleOf: (resource: string) => string,
): Pick<Schemas['Offboarding'], 'apis' | 'namespaces'> => ({
  apis: exports.map(titleOf).sort((a, b) => a.localeCompare(b)),
  namespaces: serviceNamespaces
    .filter(({ ownership }) => ownership !== 'absent')
    .map(({ appClusterNamespace, objects, ownership }) => ({
      namespace: appClusterNamespace,
      deleted: ownership === 'ours',
      objects: objects.map(({ data, live, type }) => ({
        resource: type,
        title: titleOf(type),
        data,
        ...(live !== undefined && { count: live }),
      })),
    })),
});
