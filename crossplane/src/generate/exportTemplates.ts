/** Templates that offer the claims to app clusters. */
import type { ExportTemplate } from '../types';

/**
 * The template of a claim. Service bindings come with the Secrets that hold their credentials; nothing creates
 * ConfigMaps today, that permission claim keeps the offer identical to that of existing control planes.
 */
export function exportTemplate(plural: string): ExportTemplate {
  const claimed = plural === 'servicebindings' ? ['secrets', 'configmaps'] : [];
  return {
    apiVersion: 'example-backend.klutch.anynines.com/v1alpha1',
    kind: 'APIServiceExportTemplate',
    metadata: { name: plural, namespace: 'crossplane-system' },
    spec: {
      APIServiceSelector: { group: 'anynines.com', resource: plural },
      ...(claimed.length > 0 && {
        permissionClaims: claimed.map(resource => ({
          group: '',
          resource,
          version: 'v1',
          selector: { owner: 'Provider' as const },
        })),
      }),
    },
  };
}
