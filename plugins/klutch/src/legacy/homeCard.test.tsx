import { renderInTestApp, TestApiProvider } from '@backstage/test-utils';
import { screen } from '@testing-library/react';
import { klutchApiRef } from '../api/klutchApi';
import {
  createQueryClient,
  klutchQueryClientApiRef,
} from '../api/queryClientApi';
import { createToastAdapter, klutchToastApiRef } from '../api/toastApi';
import { claim, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import '../home/HomeContent';
import '../shared/withProviders';
import { HomePageKlutchInstances, legacyRootRouteRef } from '.';
import './wrapped';

it('shows the instances on the home page, with links to where the app mounts the pages', async () => {
  const portal = new FakePortal();
  portal.claims = [
    claim('instance', 'broken-db', { state: 'Failed', stateText: 'Failed' }),
    claim('instance', 'orders-db'),
  ];
  await renderInTestApp(
    <TestApiProvider
      apis={[
        [klutchApiRef, portal.client],
        [klutchQueryClientApiRef, createQueryClient()],
        [
          klutchToastApiRef,
          createToastAdapter({ post: () => ({ close() {} }) }),
        ],
      ]}
    >
      <HomePageKlutchInstances />
    </TestApiProvider>,
    { mountedRoutes: { '/data': legacyRootRouteRef } },
  );
  expect(await screen.findByText('Data services')).toBeVisible();
  expect(
    await screen.findByRole('link', { name: 'broken-db' }),
  ).toHaveAttribute(
    'href',
    `/data/instances/apps-dev/team-a/${postgresql}/broken-db`,
  );
  expect(screen.getByRole('link', { name: 'All instances (2)' })).toBeVisible();
});
