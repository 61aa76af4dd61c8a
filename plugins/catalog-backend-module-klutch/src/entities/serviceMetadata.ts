/** What the entities of one service have in common: its Component, API and Template. */
import type { EntityMeta } from '@backstage/catalog-model';
import {
  KLUTCH_SERVICE_ANNOTATION,
  serviceEntityName,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { portalAnnotations, type EntityContext } from './entityContext';

/** Metadata without the kind's own fields; `title` is that of the service. */
export const serviceMetadata = (
  { description, resource, title }: Schemas['Service'],
  { portalUrl }: EntityContext,
) =>
  ({
    name: serviceEntityName(resource),
    title,
    description,
    annotations: portalAnnotations({ [KLUTCH_SERVICE_ANNOTATION]: resource }),
    links: [
      { url: `${portalUrl}/services/${resource}`, title: 'Plans and versions' },
    ],
  }) satisfies EntityMeta;
