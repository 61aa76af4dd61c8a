/** Loads what the new frontend system shows of the plugin, with the plugin's providers around it. */
import type { ComponentType } from 'react';

/** @param component - a dynamic import, which runs beside that of the providers */
export async function loadWithProviders<P extends object>(
  component: Promise<ComponentType<P>>,
) {
  const [{ NewSystemProviders }, { withProviders }, Component] =
    await Promise.all([
      import('./NewSystemProviders'),
      import('./shared/withProviders'),
      component,
    ]);
  return withProviders(NewSystemProviders, Component);
}

/** As {@link loadWithProviders}, rendered. */
export async function loadElement(component: Promise<ComponentType>) {
  const Component = await loadWithProviders(component);
  return <Component />;
}
