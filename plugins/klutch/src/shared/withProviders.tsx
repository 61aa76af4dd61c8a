/** Puts the plugin's providers around what the app shows of the plugin. */
import type { ComponentType, ReactNode } from 'react';

export function withProviders<P extends object>(
  Providers: ComponentType<{ children: ReactNode }>,
  Component: ComponentType<P>,
) {
  return function WithProviders(props: P) {
    return (
      <Providers>
        <Component {...props} />
      </Providers>
    );
  };
}
