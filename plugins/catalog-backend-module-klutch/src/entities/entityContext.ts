/** What all entities of the portal have in common. */
import {
  ANNOTATION_LOCATION,
  ANNOTATION_ORIGIN_LOCATION,
} from '@backstage/catalog-model';

/** Values from the configuration that entities contain. */
export interface EntityContext {
  /** Entity ref of the owner of services and app clusters, and of instances without a known owner. */
  defaultOwner: string;
  /** URL of the portal, without a trailing slash; the catalog accepts absolute links only. */
  portalUrl: string;
  /** Entity ref of the system that services, their APIs and app clusters belong to. Default: none. */
  system?: string;
  /** Whether everybody who reads the catalog may see the instances of the namespace. */
  isPublic: (namespace: string) => boolean;
}

/** To whom and to which system services, their APIs and app clusters belong. */
export const platformMembership = ({
  defaultOwner,
  system,
}: EntityContext) => ({
  owner: defaultOwner,
  ...(system && { system }),
});

// Not a URL: entities of the portal have no source to view or edit.
const LOCATION = 'klutch:portal';

/** The given annotations with those that the catalog requires. */
export const portalAnnotations = (
  annotations: Record<string, string> = {},
): Record<string, string> => ({
  [ANNOTATION_LOCATION]: LOCATION,
  [ANNOTATION_ORIGIN_LOCATION]: LOCATION,
  ...annotations,
});
