/** The cards of entity pages, in the place of `@backstage/plugin-catalog`. */
import type { Entity } from '@backstage/catalog-model';
import { PageBlueprint } from '@backstage/frontend-plugin-api';
import { EntityProvider } from '@backstage/plugin-catalog-react';
import {
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_SERVICE_ANNOTATION,
} from '@klutch/backstage-plugin-klutch-common';
import type { ReactNode } from 'react';
import { postgresql } from '../src/__testUtils__/fixtures';
import { EntityComponentCard } from '../src/entity/EntityComponentCard';
import { EntityInstanceCard } from '../src/entity/EntityInstanceCard';
import { EntityServiceCard } from '../src/entity/EntityServiceCard';
import { NewSystemProviders } from '../src/NewSystemProviders';

const entity = (
  kind: string,
  name: string,
  annotations: Record<string, string> = {},
): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind,
  metadata: { name, annotations },
});

const cards: { of: Entity; card: ReactNode }[] = [
  { of: entity('Component', 'shop'), card: <EntityComponentCard /> },
  {
    of: entity('Resource', 'orders-db', {
      [KLUTCH_CLAIM_ANNOTATION]: `apps-dev/team-a/${postgresql}/orders-db`,
    }),
    card: <EntityInstanceCard />,
  },
  {
    of: entity('Resource', 'postgresql', {
      [KLUTCH_SERVICE_ANNOTATION]: postgresql,
    }),
    card: <EntityServiceCard />,
  },
];

export const entitiesPage = PageBlueprint.make({
  name: 'entities',
  params: {
    path: '/entities',
    title: 'Entities',
    loader: async () => (
      <NewSystemProviders>
        <main style={{ padding: 24 }}>
          {cards.map(({ of, card }) => (
            <EntityProvider key={of.metadata.name} entity={of}>
              {card}
            </EntityProvider>
          ))}
        </main>
      </NewSystemProviders>
    ),
  },
});
