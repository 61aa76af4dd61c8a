/** Providers for the new frontend system, whose route refs supply the paths of the pages. */
import { useRouteRef } from '@backstage/frontend-plugin-api';
import { useCallback, type ReactNode } from 'react';
import { NewNavTabs } from './NewNavTabs';
import { NewPageLayout } from './NewPageLayout';
import {
  catalogEntityRouteRef,
  platformRouteRef,
  rootRouteRef,
} from './routes';
import { KlutchProviders } from './shared/KlutchProviders';
import { NavTabsContext } from './shared/NavTabs';
import { PageLayoutContext } from './shared/PageLayout';

export function NewSystemProviders(props: { children: ReactNode }) {
  const root = useRouteRef(rootRouteRef);
  const platform = useRouteRef(platformRouteRef);
  const entity = useRouteRef(catalogEntityRouteRef);
  return (
    <KlutchProviders
      // Entity pages and templates may show the plugin in an app that has disabled the plugin's page.
      paths={{ services: root?.() ?? '/', platform: platform?.() }}
      entityPath={useCallback(ref => entity?.({ ...ref }), [entity])}
    >
      <PageLayoutContext.Provider value={NewPageLayout}>
        <NavTabsContext.Provider value={NewNavTabs}>
          {props.children}
        </NavTabsContext.Provider>
      </PageLayoutContext.Provider>
    </KlutchProviders>
  );
}
