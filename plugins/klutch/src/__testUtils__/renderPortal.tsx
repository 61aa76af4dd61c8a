/** Renders a page of the plugin in a test app with an in-memory portal. */
import type { Entity } from '@backstage/catalog-model';
import {
  createFrontendModule,
  type FrontendFeature,
  type TranslationMessages,
  type TranslationResource,
} from '@backstage/frontend-plugin-api';
import { mockApis, renderTestApp } from '@backstage/frontend-test-utils';
import { catalogApiRef } from '@backstage/plugin-catalog-react';
import { catalogApiMock } from '@backstage/plugin-catalog-react/testUtils';
import { TranslationBlueprint } from '@backstage/plugin-app-react';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { signalApiRef, type SignalApi } from '@backstage/plugin-signals-react';
import {
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import { act } from '@testing-library/react';
import { klutchApiRef } from '../api/klutchApi';
import klutchPlugin from '../index';
// Pages are loaded lazily; importing the pages here keeps the loading time out of the tests' timeouts.
import '../KlutchRoutes';
import '../NewSystemProviders';
import '../platform/PlatformRoutes';
import type { FakePortal } from './FakePortal';

// They load the scaffolder, a fifth of all that a page suite loads; the suites of the fields load them.
jest.mock('../scaffolder/formFields', () => ({ formFields: [] }));

/** Signals service whose signals a test sends. */
export class FakeSignals implements SignalApi {
  #listeners = new Set<(message: KlutchSignal) => void>();
  #sent = 0;

  subscribe(channel: string, onMessage: (message: never) => void) {
    if (channel !== KLUTCH_SIGNAL_CHANNEL) {
      throw new Error(`Unexpected signal channel ${channel}`);
    }
    const listener = onMessage as (message: KlutchSignal) => void;
    this.#listeners.add(listener);
    return { unsubscribe: () => this.#listeners.delete(listener) };
  }

  /** Sends the signals to every open page. */
  async send(...signals: Pick<KlutchSignal, 'topic'>[]): Promise<void> {
    await act(async () => {
      for (const signal of signals) {
        this.#sent += 1;
        const message = { ...signal, version: `${this.#sent}` };
        this.#listeners.forEach(listener => listener(message));
      }
    });
  }
}

/** The plugin with the platform pages for everybody: test apps do not wait for permissions before they start. */
export const pluginInTests = klutchPlugin.withOverrides({
  extensions: [
    klutchPlugin
      .getExtension('page:klutch/platform')
      .override({ if: { $all: [] } }),
  ],
});

/** Renders the page; returns its element, and the identity and the signals service that the page uses. */
export function renderPortal(
  portal: FakePortal,
  path: string,
  options: {
    /** Names of permissions that the user does not have. */
    denied?: string[];
    withoutSignals?: boolean;
    /** Those of another page that is open. */
    signals?: FakeSignals;
    /** Texts that the app registers. */
    translation?: TranslationMessages | TranslationResource;
    language?: 'en' | 'de';
    /** Entities of the catalog. */
    entities?: Entity[];
    /** Other plugins of the app, and modules that change this one. */
    features?: FrontendFeature[];
  } = {},
) {
  const signals = options.signals ?? new FakeSignals();
  const identity = mockApis.identity.mock({
    getCredentials: async () => ({ token: 'token' }),
    getBackstageIdentity: async () => ({
      type: 'user',
      userEntityRef: portal.me.userRef,
      ownershipEntityRefs: [portal.me.userRef],
    }),
    getProfileInfo: async () => ({}),
    signOut: async () => {},
  });
  const { language = 'en', translation } = options;
  // Backstage keeps the language of an earlier test.
  window.localStorage.removeItem('language');
  const translations = createFrontendModule({
    pluginId: 'app',
    extensions: translation
      ? [TranslationBlueprint.make({ params: { resource: translation } })]
      : [],
  });
  const { container } = renderTestApp({
    features: [pluginInTests, translations, ...(options.features ?? [])],
    config: {
      app: {
        baseUrl: 'http://localhost:3000',
        extensions: [
          {
            'api:app/app-language': {
              config: {
                availableLanguages: ['en', 'de'],
                defaultLanguage: language,
              },
            },
          },
        ],
      },
      backend: { baseUrl: 'http://localhost:7007' },
    },
    initialRouteEntries: [path],
    apis: [
      [klutchApiRef, portal.client],
      ...(options.withoutSignals ? [] : [[signalApiRef, signals] as const]),
      identity,
      [catalogApiRef, catalogApiMock({ entities: options.entities })],
      mockApis.permission({
        authorize: request =>
          options.denied?.includes(request.permission.name)
            ? AuthorizeResult.DENY
            : AuthorizeResult.ALLOW,
      }),
    ],
  });
  return { container, signals, identity };
}
