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

export function LegacyPage() {
  return (
    <LegacyProviders>
      <KlutchRoutes />
    </LegacyProviders>
  );
}

export function LegacyPlatformPage() {
  return (
    <LegacyProviders>
      <PlatformRoutes />
    </LegacyProviders>
  );
}

export function LegacyComponentCard() {
  return (
    <LegacyProviders>
      <EntityComponentCard />
    </LegacyProviders>
  );
}

export function LegacyInstanceCard() {
  return (
    <LegacyProviders>
      <EntityInstanceCard />
    </LegacyProviders>
  );
}

export function LegacyInstanceContent() {
  return (
    <LegacyProviders>
      <EntityInstanceContent />
    </LegacyProviders>
  );
}

export function LegacyServiceCard() {
  return (
    <LegacyProviders>
      <EntityServiceCard />
    </LegacyProviders>
  );
}

export function LegacyServiceContent() {
  return (
    <LegacyProviders>
      <EntityServiceContent />
    </LegacyProviders>
  );
}
