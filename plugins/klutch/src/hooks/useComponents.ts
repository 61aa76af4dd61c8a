/** Components of the catalog that belong to a person. */
import { stringifyEntityRef, type Entity } from '@backstage/catalog-model';
import { useApiHolder } from '@backstage/core-plugin-api';
import { catalogApiRef } from '@backstage/plugin-catalog-react';
import { KLUTCH_SERVICE_ANNOTATION } from '@klutch/backstage-plugin-klutch-common';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '../api/types';
import { queryKeys } from '../api/queryKeys';

/** A component to choose. */
export interface ComponentChoice {
  /** Entity ref. */
  ref: string;
  title: string;
}

const toChoice = (entity: Entity): ComponentChoice => ({
  ref: stringifyEntityRef(entity),
  title: entity.metadata.title ?? entity.metadata.name,
});

/** Components are many, so only those of the person and of the person's groups are chosen from; by title. */
export function useComponents(me: Me | undefined) {
  const catalog = useApiHolder().get(catalogApiRef);
  const owners = me ? [me.userRef, ...me.groups] : [];
  return useQuery({
    queryKey: queryKeys.components(owners),
    enabled: catalog !== undefined && owners.length > 0,
    queryFn: async (): Promise<ComponentChoice[]> => {
      const found = await catalog?.getEntities({
        filter: { kind: 'component', 'relations.ownedBy': owners },
        fields: ['kind', 'metadata'],
      });
      return (found?.items ?? [])
        .filter(
          ({ metadata }) => !metadata.annotations?.[KLUTCH_SERVICE_ANNOTATION],
        )
        .map(toChoice)
        .sort((a, b) => a.title.localeCompare(b.title));
    },
  });
}
