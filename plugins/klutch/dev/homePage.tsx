/** A home page with the widgets of the plugin, in the place of `@backstage/plugin-home`. */
import {
  createExtensionInput,
  createFrontendPlugin,
  PageBlueprint,
} from '@backstage/frontend-plugin-api';
import { homePageWidgetDataRef } from '@backstage/plugin-home-react/alpha';

const page = PageBlueprint.makeWithOverrides({
  inputs: { widgets: createExtensionInput([homePageWidgetDataRef]) },
  factory: (originalFactory, { inputs }) =>
    originalFactory({
      path: '/home',
      title: 'Home',
      loader: async () => (
        <main style={{ padding: 24 }}>
          {inputs.widgets.map(widget => {
            const { component, name } = widget.get(homePageWidgetDataRef);
            return <div key={name}>{component}</div>;
          })}
        </main>
      ),
    }),
});

export const homePlugin = createFrontendPlugin({
  pluginId: 'home',
  extensions: [page],
});
