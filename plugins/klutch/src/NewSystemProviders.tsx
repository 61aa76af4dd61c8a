/** Providers for the new frontend system; the base path comes from that system's route refs. */
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
