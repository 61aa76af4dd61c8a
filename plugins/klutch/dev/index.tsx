/** `yarn start` in this package: the plugin with made-up data in every state, without a backend or cluster. */
import { createDevApp } from '@backstage/frontend-dev-utils';
import {
  ApiBlueprint,
  createFrontendModule,
  PageBlueprint,
} from '@backstage/frontend-plugin-api';
import { catalogApiRef } from '@backstage/plugin-catalog-react';
import { catalogApiMock } from '@backstage/plugin-catalog-react/testUtils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { permissionApiRef } from '@backstage/plugin-permission-react';
import { klutchApiRef } from '../src/api/klutchApi';
import klutchPlugin from '../src';
import { entitiesPage } from './entitiesPage';
import { homePlugin } from './homePage';
import { ScenarioLinks } from './ScenarioLinks';
import { scenarios, withoutPermissions } from './scenarios';

const chosen =
  new URLSearchParams(window.location.search).get('scenario') ?? 'every-state';
const portal = scenarios[chosen]?.();

const klutchApi = klutchPlugin.getExtension('api:klutch').override({
  params: defineParams =>
    defineParams({
      api: klutchApiRef,
      deps: {},
      factory: () => {
        if (!portal) throw new Error(`There is no scenario ${chosen}.`);
        return portal.client;
      },
    }),
});

const catalogApi = ApiBlueprint.make({
  name: 'catalog',
  params: defineParams =>
    defineParams({
      api: catalogApiRef,
      deps: {},
      factory: () => catalogApiMock({ entities: [] }),
    }),
});

/** Allows everything but in one scenario; the others say what a person may not do on the clusters. */
const permissionApi = ApiBlueprint.make({
  name: 'permission',
  params: defineParams =>
    defineParams({
      api: permissionApiRef,
      deps: {},
      factory: () => ({
        authorize: async ({ permission }) => ({
          result:
            chosen === withoutPermissions &&
            permission.attributes.action !== 'read'
              ? AuthorizeResult.DENY
              : AuthorizeResult.ALLOW,
        }),
      }),
    }),
});

const scenarioPage = PageBlueprint.make({
  name: 'scenarios',
  params: {
    path: '/',
    title: 'Scenarios',
    loader: async () => <ScenarioLinks />,
  },
});

createDevApp({
  features: [
    klutchPlugin.withOverrides({ extensions: [klutchApi] }),
    homePlugin,
    createFrontendModule({
      pluginId: 'app',
      extensions: [catalogApi, permissionApi, entitiesPage, scenarioPage],
    }),
  ],
});
