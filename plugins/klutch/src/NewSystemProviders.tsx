/** Providers for the new frontend system; the base path comes from that system's route refs. */
import { useRouteRef } from '@backstage/frontend-plugin-api';
import { useCallback, type ReactNode } from 'react';
import { NewPageLayout } from './NewPageLayout';
import { catalogEntityRouteRef, rootRouteRef } from './routes';
import { KlutchProviders } from './shared/KlutchProviders';
import { PageLayoutContext } from './shared/PageLayout';

export function NewSystemProviders(props: { children: ReactNode }) {
  const root = useRouteRef(rootRouteRef);
  const entity = useRouteRef(catalogEntityRouteRef);
  return (
    <KlutchProviders
      basePath={root?.() ?? '/klutch'}
      entityPath={useCallback(ref => entity?.({ ...ref }), [entity])}
    >
      <PageLayoutContext.Provider value={NewPageLayout}>
        {props.children}
      </PageLayoutContext.Provider>
    </KlutchProviders>
  );
}
