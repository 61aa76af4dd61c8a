/** Which APIs of a control plane can be offered to app clusters, and with which permission claims. */
import type { CustomResourceDefinition } from '@klutch/kube';
import type { PermissionClaim } from './types/permissionClaim';

/** API groups of the platform itself, which cannot be ordered. */
const platformGroups = /(^|\.)(klutch\.anynines\.com|crossplane\.io|k8s\.io)$/;

/** Whether an API can be offered: the API is namespaced and not part of the platform. */
export const isOfferable = ({ spec }: CustomResourceDefinition): boolean =>
  spec.scope === 'Namespaced' && !platformGroups.test(spec.group);

/** What the objects of an offered API are. */
export type OfferedType = 'instance' | 'binding' | 'backup' | 'restore';

/** Annotation of a CRD by its author. */
const kindAnnotation = 'klutch.anynines.com/kind';

const typeOfKind: Record<string, OfferedType> = {
  instance: 'instance',
  servicebinding: 'binding',
  backup: 'backup',
  restore: 'restore',
};

/** Types of APIs without the annotation, by the plural names of the reference's own APIs. */
const typeOfPlural: Record<string, OfferedType> = {
  servicebindings: 'binding',
  backups: 'backup',
  restores: 'restore',
};

/** Type of an API, by the annotations of its CRD or else by its plural name; `instance` if neither tells. */
export const offeredType = (
  annotations: Record<string, string>,
  plural: string,
): OfferedType =>
  typeOfKind[annotations[kindAnnotation] ?? ''] ??
  typeOfPlural[plural] ??
  'instance';

/**
 * Permission claims that an API of this type needs: service bindings are useless without the Secrets that carry their
 * credentials.
 */
export const suggestedClaims = (type: OfferedType): PermissionClaim[] =>
  type === 'binding'
    ? [
        {
          group: '',
          resource: 'secrets',
          version: 'v1',
          selector: { owner: 'Provider' },
        },
      ]
    : [];
