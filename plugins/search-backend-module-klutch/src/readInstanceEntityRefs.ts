/** Reads which instances have an entity in the software catalog. */
import type { BackstageCredentials } from '@backstage/backend-plugin-api';
import { stringifyEntityRef } from '@backstage/catalog-model';
import type { CatalogService } from '@backstage/plugin-catalog-node';

/** Entity refs of all instances that the catalog module has written, in lower case. */
export async function readInstanceEntityRefs(
  catalog: CatalogService,
  credentials: BackstageCredentials,
): Promise<ReadonlySet<string>> {
  const refs = new Set<string>();
  const pages = catalog.streamEntities(
    {
      filter: { kind: 'Resource', 'spec.type': 'data-service-instance' },
      fields: ['kind', 'metadata.name', 'metadata.namespace'],
    },
    { credentials },
  );
  for await (const page of pages) {
    for (const entity of page) refs.add(stringifyEntityRef(entity));
  }
  return refs;
}
