import {
  mockApis,
  renderInTestApp,
  TestApiProvider,
} from '@backstage/test-utils';
import {
  alertApiRef,
  configApiRef,
  type AlertMessage,
} from '@backstage/core-plugin-api';
import { EntityProvider } from '@backstage/plugin-catalog-react';
import {
  ScaffolderFieldExtensions,
  useCustomFieldExtensions,
  type FieldExtensionOptions,
} from '@backstage/plugin-scaffolder-react';
import { Stepper } from '@backstage/plugin-scaffolder-react/alpha';
import { permissionApiRef } from '@backstage/plugin-permission-react';
import { KLUTCH_CLAIM_ANNOTATION } from '@klutch/backstage-plugin-klutch-common';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { klutchApiRef } from '../api/klutchApi';
import {
  createQueryClient,
  klutchQueryClientApiRef,
} from '../api/queryClientApi';
import { createAlertAdapter, klutchToastApiRef } from '../api/toastApi';
import { claim, oscar, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import {
  EntityKlutchInstanceCard,
  KlutchInstanceFieldExtension,
  KlutchOwnerFieldExtension,
  KlutchPage,
  KlutchPlanFieldExtension,
  KlutchPlatformPage,
  KlutchTargetFieldExtension,
  legacyRootRouteRef,
} from '.';
import '../scaffolder/KlutchOwner';
import '../shared/withProviders';
import './wrapped';

function setUp() {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db'), claim('binding', 'app')];
  const alerts: AlertMessage[] = [];
  const toastApi = createAlertAdapter({
    post: alert => alerts.push(alert),
    alert$: () => {
      throw new Error('alert$ is not implemented');
    },
  });
  const Apis = (props: { children: ReactNode }) => (
    <TestApiProvider
      apis={[
        [klutchApiRef, portal.client],
        [klutchQueryClientApiRef, createQueryClient()],
        [klutchToastApiRef, toastApi],
        [permissionApiRef, mockApis.permission()],
        [alertApiRef, { post: () => {} }],
        [
          configApiRef,
          mockApis.config({ data: { app: { baseUrl: 'http://localhost' } } }),
        ],
      ]}
    >
      {props.children}
    </TestApiProvider>
  );
  return { portal, alerts, Apis };
}

describe('in an app on the old frontend system', () => {
  it('shows the pages, with toasts as alerts', async () => {
    const { Apis, alerts } = setUp();
    await renderInTestApp(
      <Apis>
        <Routes>
          <Route path="/data/*" element={<KlutchPage />} />
        </Routes>
      </Apis>,
      {
        routeEntries: [
          `/data/instances/apps-dev/team-a/${postgresql}/orders-db/connect`,
        ],
      },
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Delete binding app' }),
    );
    const dialog = screen.getByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox'), 'app');
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Delete binding' }),
    );
    await waitFor(() =>
      expect(alerts).toEqual([
        {
          message: 'app is being deleted',
          severity: 'success',
          display: 'transient',
        },
      ]),
    );
  });

  it('links the entity card to the path where the app mounts the pages', async () => {
    const { Apis } = setUp();
    await renderInTestApp(
      <Apis>
        <EntityProvider
          entity={{
            apiVersion: 'backstage.io/v1alpha1',
            kind: 'Resource',
            metadata: {
              name: 'orders-db',
              annotations: {
                [KLUTCH_CLAIM_ANNOTATION]: `apps-dev/team-a/${postgresql}/orders-db`,
              },
            },
          }}
        >
          <EntityKlutchInstanceCard />
        </EntityProvider>
      </Apis>,
      { mountedRoutes: { '/data': legacyRootRouteRef } },
    );

    expect(await screen.findByText('Ready')).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Open in Data services' }),
    ).toHaveAttribute(
      'href',
      `/data/instances/apps-dev/team-a/${postgresql}/orders-db`,
    );
  });

  it('shows the platform pages where the app mounts them', async () => {
    const { Apis, portal } = setUp();
    portal.me = oscar;
    await renderInTestApp(
      <Apis>
        <Routes>
          <Route path="/data/*" element={<KlutchPage />} />
          <Route path="/operators/*" element={<KlutchPlatformPage />} />
        </Routes>
      </Apis>,
      { routeEntries: ['/operators/exports'] },
    );
    expect(
      await screen.findByRole('heading', { name: 'Data platform' }),
    ).toBeVisible();
    expect(await screen.findByText('No request is waiting.')).toBeVisible();
  });

  it('shows the platform pages below the others in an app that does not mount them', async () => {
    const { Apis, portal } = setUp();
    portal.me = oscar;
    await renderInTestApp(
      <Apis>
        <Routes>
          <Route path="/data/*" element={<KlutchPage />} />
        </Routes>
      </Apis>,
      { routeEntries: ['/data/platform/exports'] },
    );
    expect(await screen.findByText('No request is waiting.')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'App clusters' })).toHaveAttribute(
      'href',
      '/data/platform/app-clusters',
    );
  });

  it('has the fields for software templates', async () => {
    const { Apis } = setUp();
    const created: unknown[] = [];
    let fields: FieldExtensionOptions[] = [];
    const outlet = (
      <ScaffolderFieldExtensions>
        <KlutchTargetFieldExtension />
        <KlutchPlanFieldExtension />
        <KlutchInstanceFieldExtension />
        <KlutchOwnerFieldExtension />
      </ScaffolderFieldExtensions>
    );
    const owner = { type: 'string', 'ui:field': 'KlutchOwner' };
    const manifest = {
      title: 'Order',
      steps: [{ title: 'Fill in', schema: { properties: { owner } } }],
    };
    function Template() {
      fields = useCustomFieldExtensions<FieldExtensionOptions>(outlet);
      return (
        <Stepper
          extensions={fields}
          manifest={manifest}
          onCreate={async values => {
            created.push(values);
          }}
        />
      );
    }
    await renderInTestApp(
      <Apis>
        <Template />
      </Apis>,
      { mountedRoutes: { '/data': legacyRootRouteRef } },
    );
    expect(fields.map(({ name }) => name)).toEqual([
      'KlutchTarget',
      'KlutchPlan',
      'KlutchInstance',
      'KlutchOwner',
    ]);
    await userEvent.click(
      await screen.findByRole('button', { name: /Owner.* alice/ }),
    );
    await userEvent.click(
      await screen.findByRole('option', { name: 'developers' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Review' }));
    await userEvent.click(
      await screen.findByRole('button', { name: 'Create' }),
    );
    await waitFor(() =>
      expect(created).toEqual([{ owner: 'group:default/developers' }]),
    );
  });
});
