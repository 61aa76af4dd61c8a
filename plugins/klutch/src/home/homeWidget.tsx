/** Widget for the home page of the new frontend system. */
import { HomePageWidgetBlueprint } from '@backstage/plugin-home-react/alpha';
import { loadWithProviders } from '../loadWithProviders';

/** Shows the user's instances by state, and those that need attention. */
export const homeWidget = HomePageWidgetBlueprint.make({
  name: 'instances',
  params: {
    title: 'My data services',
    description:
      'Your instances of data services by state, and those that need attention',
    components: async () => ({
      Content: await loadWithProviders(
        import('./HomeContent').then(m => m.HomeContent),
      ),
    }),
    layout: { width: { defaultColumns: 6 }, height: { defaultRows: 5 } },
  },
});
