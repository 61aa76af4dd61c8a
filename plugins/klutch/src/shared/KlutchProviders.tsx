/** Providers of every page, card and tab: query cache, signals, and paths of the plugin and of the catalog. */
import { useApi } from '@backstage/core-plugin-api';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { klutchQueryClientApiRef } from '../api/queryClientApi';
import { EntityPathContext, type EntityPath } from '../hooks/useEntityPath';
import { PagePathsProvider, type PagePaths } from '../hooks/useLinks';
import { useLiveChanges } from '../hooks/useLiveChanges';
import { KlutchTheme } from './KlutchTheme';

/** Wraps one extension; several extensions on a page share the query cache. */
export function KlutchProviders(props: {
  paths: PagePaths;
  entityPath: EntityPath;
  children: ReactNode;
}) {
  const queryClient = useApi(klutchQueryClientApiRef);
  useLiveChanges();
  return (
    <QueryClientProvider client={queryClient}>
      <PagePathsProvider {...props.paths}>
        <EntityPathContext.Provider value={props.entityPath}>
          <KlutchTheme>{props.children}</KlutchTheme>
        </EntityPathContext.Provider>
      </PagePathsProvider>
    </QueryClientProvider>
  );
}
