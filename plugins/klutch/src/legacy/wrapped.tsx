/** Pages, cards and tabs with the providers of the old frontend system, whose route refs supply the paths of the pages. */
import { useRouteRef } from '@backstage/core-plugin-api';
import { useCallback, type ReactNode } from 'react';
import { EntityComponentCard } from '../entity/EntityComponentCard';
import { EntityInstanceCard } from '../entity/EntityInstanceCard';
import { EntityInstanceContent } from '../entity/EntityInstanceContent';
import { EntityServiceCard } from '../entity/EntityServiceCard';
import { EntityServiceContent } from '../entity/EntityServiceContent';
import { KlutchRoutes } from '../KlutchRoutes';
import { PlatformRoutes } from '../platform/PlatformRoutes';
import { KlutchProviders } from '../shared/KlutchProviders';
import { withProviders } from '../shared/withProviders';
import {
  legacyCatalogEntityRouteRef,
  legacyOptionalPlatformRouteRef,
  legacyRootRouteRef,
} from './routes';

export function LegacyProviders(props: { children: ReactNode }) {
  const root = useRouteRef(legacyRootRouteRef);
  const platform = useRouteRef(legacyOptionalPlatformRouteRef);
  const entity = useRouteRef(legacyCatalogEntityRouteRef);
  return (
    <KlutchProviders
      paths={{ services: root(), platform: platform?.() }}
      entityPath={useCallback(ref => entity?.({ ...ref }), [entity])}
    >
      {props.children}
    </KlutchProviders>
  );
}

export const LegacyPage = withProviders(LegacyProviders, KlutchRoutes);

export const LegacyPlatformPage = withProviders(
  LegacyProviders,
  PlatformRoutes,
);

export const LegacyComponentCard = withProviders(
  LegacyProviders,
  EntityComponentCard,
);

export const LegacyInstanceCard = withProviders(
  LegacyProviders,
  EntityInstanceCard,
);

export const LegacyInstanceContent = withProviders(
  LegacyProviders,
  EntityInstanceContent,
);

export const LegacyServiceCard = withProviders(
  LegacyProviders,
  EntityServiceCard,
);

export const LegacyServiceContent = withProviders(
  LegacyProviders,
  EntityServiceContent,
);
