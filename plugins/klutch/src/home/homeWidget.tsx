/** Widget for the home page of the new frontend system. */
import { HomePageWidgetBlueprint } from '@backstage/plugin-home-react/alpha';
import { loadWithProviders } from '../loadWithProviders';
import { homeCard } from './homeCard';

/** Shows the user's instances by state, and those that need attention. */
export const homeWidget = HomePageWidgetBlueprint.make({
  name: 'instances',
  params: {
    ...homeCard,
    components: async () => ({
      Content: await loadWithProviders(
        import('./HomeContent').then(m => m.HomeContent),
      ),
    }),
  },
});
