/** The plugin's ground in the new frontend system, where route refs of that system tell the base path. */
import { useRouteRef } from '@backstage/frontend-plugin-api';
import type { ReactNode } from 'react';
import { rootRouteRef } from './routes';
import { KlutchProviders } from './shared/KlutchProviders';

export function NewSystemProviders(props: { children: ReactNode }) {
  const root = useRouteRef(rootRouteRef);
  return (
    <KlutchProviders basePath={root?.() ?? '/klutch'}>
      {props.children}
    </KlutchProviders>
  );
}
