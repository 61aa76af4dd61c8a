import {
  createExtensionTester,
  mockApis,
  renderInTestApp,
} from '@backstage/frontend-test-utils';
import { EntityProvider } from '@backstage/plugin-catalog-react';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import {
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_SERVICE_ANNOTATION,
  klutchClaimCreatePermission,
} from '@klutch/backstage-plugin-klutch-common';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { klutchApiRef } from '../api/klutchApi';
import {
  createQueryClient,
  klutchQueryClientApiRef,
} from '../api/queryClientApi';
import { createToastAdapter, klutchToastApiRef } from '../api/toastApi';
import klutchPlugin, {
  isKlutchInstance,
  isKlutchService,
  rootRouteRef,
} from '../index';
import '../NewSystemProviders';
import { claim, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import './EntityComponentCard';
import './EntityInstanceCard';
import './EntityInstanceContent';
import './EntityServiceCard';
import './EntityServiceContent';

const entity = (annotations: Record<string, string>) => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name: 'orders-db', annotations },
});
const instance = entity({
  [KLUTCH_CLAIM_ANNOTATION]: `apps-dev/team-a/${postgresql}/orders-db`,
});
const component = {
  ...entity({}),
  kind: 'Component',
  metadata: { name: 'shop', annotations: {} },
};
const service = entity({ [KLUTCH_SERVICE_ANNOTATION]: postgresql });

function renderExtension(
  id: Parameters<typeof klutchPlugin.getExtension>[0],
  of: typeof instance,
  denied: readonly string[] = [],
) {
  const portal = new FakePortal();
  portal.claims = [
    claim('instance', 'orders-db', { component: 'component:default/shop' }),
    claim('instance', 'other-db'),
    claim('backup', 'monday'),
  ];
  renderInTestApp(
    <EntityProvider entity={of}>
      {createExtensionTester(klutchPlugin.getExtension(id)).reactElement()}
    </EntityProvider>,
    {
      initialRouteEntries: ['/here'],
      mountedRoutes: { '/data': rootRouteRef },
      apis: [
        [klutchApiRef, portal.client],
        [klutchQueryClientApiRef, createQueryClient()],
        [
          klutchToastApiRef,
          createToastAdapter({ post: () => ({ close() {} }) }),
        ],
        mockApis.permission({
          authorize: ({ permission }) =>
            denied.includes(permission.name)
              ? AuthorizeResult.DENY
              : AuthorizeResult.ALLOW,
        }),
      ],
    },
  );
}

describe('catalog entities', () => {
  // The first, because Backstage keeps what it was told about a permission for two seconds, over all tests of a file.
  it('of components offer nothing to create to users who may not', async () => {
    renderExtension('entity-card:klutch/component', component, [
      klutchClaimCreatePermission.name,
    ]);
    const create = await screen.findByRole('button', {
      name: 'Create a data service',
    });
    await waitFor(() =>
      expect(create).toHaveAttribute('aria-disabled', 'true'),
    );
  });

  it('are recognised by their annotations', () => {
    expect(isKlutchInstance(instance)).toBe(true);
    expect(isKlutchService(instance)).toBe(false);
    expect(isKlutchService(service)).toBe(true);
    expect(
      isKlutchInstance(
        entity({ [KLUTCH_CLAIM_ANNOTATION]: 'apps-dev/team-a' }),
      ),
    ).toBe(false);
  });

  it('of instances have a card with state, plan and location', async () => {
    renderExtension('entity-card:klutch/instance', instance);
    expect(await screen.findByText('Ready')).toBeVisible();
    expect(screen.getByText('Single nano')).toBeVisible();
    expect(screen.getByText('team-a on Development apps')).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Open in Data services' }),
    ).toBeVisible();
  });

  it('of instances have a tab with the content of the instance page', async () => {
    renderExtension('entity-content:klutch/instance', instance);
    await userEvent.click(await screen.findByRole('tab', { name: 'Backups' }));
    expect(await screen.findByRole('row', { name: /^monday/ })).toBeVisible();
  });

  it('of components have a card with the data services that they use', async () => {
    renderExtension('entity-card:klutch/component', component);
    expect(
      await screen.findByRole('link', { name: 'orders-db' }),
    ).toBeVisible();
    expect(screen.queryByText('other-db')).not.toBeInTheDocument();
    expect(
      screen.getByRole('button', { name: 'Create a data service' }),
    ).toHaveAttribute('href', '/data?component=component%3Adefault%2Fshop');
  });

  it('of services have a card that shows where they can be ordered', async () => {
    renderExtension('entity-card:klutch/service', service);
    expect(
      await screen.findByText('PostgreSQL 15 · Bound on your app cluster'),
    ).toBeVisible();
  });

  it('of services have a tab with plans', async () => {
    renderExtension('entity-content:klutch/service', service);
    expect(await screen.findByRole('table', { name: 'Plans' })).toBeVisible();
  });
});
