/** Renders a card, tab or widget of the plugin in a test app with an in-memory portal. */
import { mockApis, renderInTestApp } from '@backstage/frontend-test-utils';
import type { ReactElement } from 'react';
import { klutchApiRef } from '../api/klutchApi';
import {
  createQueryClient,
  klutchQueryClientApiRef,
} from '../api/queryClientApi';
import { createToastAdapter, klutchToastApiRef } from '../api/toastApi';
import { rootRouteRef } from '../index';
// Loaded lazily; importing the providers here keeps the loading time out of the tests' timeouts.
import '../NewSystemProviders';
import type { FakePortal } from './FakePortal';

/** The app mounts the plugin's pages at `/data`, and everything is allowed. */
export function renderExtension(portal: FakePortal, element: ReactElement) {
  renderInTestApp(element, {
    initialRouteEntries: ['/here'],
    mountedRoutes: { '/data': rootRouteRef },
    apis: [
      [klutchApiRef, portal.client],
      [klutchQueryClientApiRef, createQueryClient()],
      [klutchToastApiRef, createToastAdapter({ post: () => ({ close() {} }) })],
      mockApis.permission(),
    ],
  });
}
