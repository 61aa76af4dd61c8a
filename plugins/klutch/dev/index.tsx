/** `yarn start` in this package: the plugin with made-up data in every state, without a backend or cluster. */
import { createDevApp } from '@backstage/frontend-dev-utils';
import {
  ApiBlueprint,
  createFrontendModule,
  PageBlueprint,
} from '@backstage/frontend-plugin-api';
import { catalogApiRef } from '@backstage/plugin-catalog-react';
import { catalogApiMock } from '@backstage/plugin-catalog-react/testUtils';
import { Link } from 'react-router-dom';
import { klutchApiRef } from '../src/api/klutchApi';
import klutchPlugin from '../src';
import { scenarios } from './scenarios';

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

/** Loads the page anew, so that each scenario begins from its data. */
const scenarioPage = PageBlueprint.make({
  name: 'scenarios',
  params: {
    path: '/',
    title: 'Scenarios',
    loader: async () => (
      <main>
        <h1>Scenarios</h1>
        <ul>
          {Object.keys(scenarios).map(name => (
            <li key={name}>
              <Link reloadDocument to={`/klutch/instances?scenario=${name}`}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </main>
    ),
  },
});

createDevApp({
  features: [
    klutchPlugin.withOverrides({ extensions: [klutchApi] }),
    createFrontendModule({
      pluginId: 'app',
      extensions: [catalogApi, scenarioPage],
    }),
  ],
});
