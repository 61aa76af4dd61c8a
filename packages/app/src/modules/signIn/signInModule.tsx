/** The sign-in page with two providers: the sandbox's identity provider, and guest. */
import { createFrontendModule } from '@backstage/frontend-plugin-api';
import {
  SignInPageBlueprint,
  type SignInPageProps,
} from '@backstage/plugin-app-react';
import { oidcAuthApi, oidcAuthApiRef, oidcTitle } from './oidcAuthApi';

const signInPage = SignInPageBlueprint.make({
  params: {
    loader: async () => {
      const { SignInPage } = await import('@backstage/core-components');
      return (props: SignInPageProps) => (
        <SignInPage
          {...props}
          title="Sign in to Klutch"
          align="center"
          providers={[
            {
              id: 'oidc',
              title: oidcTitle,
              message: 'Sign in as a developer or as an operator.',
              apiRef: oidcAuthApiRef,
            },
            'guest',
          ]}
        />
      );
    },
  },
});

export const signInModule = createFrontendModule({
  pluginId: 'app',
  extensions: [signInPage, oidcAuthApi],
});
