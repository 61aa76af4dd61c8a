/** The export template that an offer creates, as YAML to read. */
import { stringify } from 'yaml';
import type { Api } from '../api/types';

export function templateYaml(api: Api): string {
  return stringify({
    apiVersion: 'example-backend.klutch.anynines.com/v1alpha1',
    kind: 'APIServiceExportTemplate',
    metadata: { name: api.plural },
    spec: {
      APIServiceSelector: { group: api.group, resource: api.plural },
      permissionClaims: api.suggestedClaims,
    },
  });
}
