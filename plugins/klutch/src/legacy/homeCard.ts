/** Card for the home page of the old frontend system. */
import { createCardExtension } from '@backstage/plugin-home-react';
import { homeCard } from '../home/homeCard';
import { klutchPlugin } from './plugin';

/** The user's instances by state, and those that need attention; for the home page of `@backstage/plugin-home`. @public */
export const HomePageKlutchInstances = klutchPlugin.provide(
  createCardExtension({
    name: 'HomePageKlutchInstances',
    ...homeCard,
    components: async () => {
      const [{ LegacyProviders }, { withProviders }, { HomeContent }] =
        await Promise.all([
          import('./wrapped'),
          import('../shared/withProviders'),
          import('../home/HomeContent'),
        ]);
      return { Content: withProviders(LegacyProviders, HomeContent) };
    },
  }),
);
