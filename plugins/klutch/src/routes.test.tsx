import { createApp } from '@backstage/frontend-defaults';
import {
  ApiBlueprint,
  createFrontendModule,
  useRouteRef,
} from '@backstage/frontend-plugin-api';
import { mockApis, renderInTestApp } from '@backstage/frontend-test-utils';
import { permissionApiRef } from '@backstage/plugin-permission-react';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { render, screen } from '@testing-library/react';
import {
  alice,
  oscar,
  platformAppCluster,
  postgresql,
} from './__testUtils__/fixtures';
import { FakePortal } from './__testUtils__/FakePortal';
import { pluginInTests, renderPortal } from './__testUtils__/renderPortal';
import { klutchApiRef } from './api/klutchApi';
import { createLinks } from './hooks/useLinks';
import klutchPlugin, {
  createInstanceRouteRef,
  instanceRouteRef,
  rootRouteRef,
  serviceRouteRef,
} from './index';

const orders = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource: postgresql,
  name: 'orders-db',
};

function operatorPortal() {
  const portal = new FakePortal();
  portal.me = oscar;
  portal.platformAppClusters = [platformAppCluster()];
  return portal;
}

describe('route refs', () => {
  it('lead other plugins to the pages, wherever the app mounts them', async () => {
    function OtherPlugin() {
      const service = useRouteRef(serviceRouteRef);
      const create = useRouteRef(createInstanceRouteRef);
      const instance = useRouteRef(instanceRouteRef);
      const paths = [
        service?.({ resource: postgresql }),
        create?.({ resource: postgresql }),
        instance?.(orders),
      ];
      return <pre>{paths.join('\n')}</pre>;
    }
    renderInTestApp(<OtherPlugin />, {
      mountedRoutes: { '/data': rootRouteRef },
    });
    const links = createLinks({ services: '/data', platform: undefined });
    expect(await screen.findByText(/orders-db/)).toHaveTextContent(
      [
        links.service(postgresql),
        links.create(postgresql),
        links.instance(orders),
      ].join(' '),
    );
  });
});

describe('paths of platform pages of earlier releases', () => {
  it('lead to the pages', async () => {
    renderPortal(operatorPortal(), '/klutch/platform/app-clusters/apps-dev');
    expect(await screen.findByText('Healthy')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'App clusters' })).toHaveAttribute(
      'href',
      '/klutch-platform/app-clusters',
    );
  });

  it('say whom to ask in an app without the pages for this person', async () => {
    const portal = operatorPortal();
    portal.me = alice;
    renderPortal(portal, '/klutch/platform/app-clusters', {
      features: [
        createFrontendModule({
          pluginId: 'klutch',
          extensions: [
            pluginInTests
              .getExtension('page:klutch/platform')
              .override({ disabled: true }),
          ],
        }),
      ],
    });
    expect(
      await screen.findByText('The platform pages are for operators'),
    ).toBeVisible();
  });
});

describe('the sidebar', () => {
  function renderApp(result: AuthorizeResult.ALLOW | AuthorizeResult.DENY) {
    window.history.pushState({}, '', '/klutch');
    const portal = operatorPortal();
    const asked: unknown[] = [];
    const permission = ApiBlueprint.make({
      name: 'permission',
      params: defineParams =>
        defineParams({
          api: permissionApiRef,
          deps: {},
          factory: () =>
            mockApis.permission({
              authorize: request => {
                asked.push(request.permission);
                return result;
              },
            }),
        }),
    });
    const klutchApi = klutchPlugin.getExtension('api:klutch').override({
      params: defineParams =>
        defineParams({
          api: klutchApiRef,
          deps: {},
          factory: () => portal.client,
        }),
    });
    const config = mockApis.config({
      data: {
        app: {
          baseUrl: 'http://localhost',
          extensions: [{ 'sign-in-page:app': false }],
        },
        backend: { baseUrl: 'http://localhost:7007' },
      },
    });
    const app = createApp({
      features: [
        klutchPlugin.withOverrides({ extensions: [klutchApi] }),
        createFrontendModule({ pluginId: 'app', extensions: [permission] }),
      ],
      advanced: { configLoader: async () => ({ config }) },
    });
    render(app.createRoot());
    return asked;
  }

  it('has the platform pages for people with the permission', async () => {
    const asked = renderApp(AuthorizeResult.ALLOW);
    expect(
      await screen.findByRole('link', { name: 'Data platform' }),
    ).toHaveAttribute('href', '/klutch-platform');
    expect(asked).toContainEqual(
      expect.objectContaining({
        name: 'klutch.platform.read',
        attributes: { action: 'read' },
      }),
    );
  });

  it('lacks the platform pages for others', async () => {
    renderApp(AuthorizeResult.DENY);
    expect(
      await screen.findByRole('link', { name: 'Data services' }),
    ).toBeVisible();
    expect(
      screen.queryByRole('link', { name: 'Data platform' }),
    ).not.toBeInTheDocument();
  });
});
