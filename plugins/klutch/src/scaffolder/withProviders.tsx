/** A field with the plugin's providers, because templates are shown outside of the plugin's pages. */
import type { ComponentType, ReactNode } from 'react';

export function withProviders<P extends object>(
  Providers: ComponentType<{ children: ReactNode }>,
  Field: ComponentType<P>,
) {
  return function KlutchField(props: P) {
    return (
      <Providers>
        <Field {...props} />
      </Providers>
    );
  };
}
