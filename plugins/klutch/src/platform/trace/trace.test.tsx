import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  AppRootElementBlueprint,
  createFrontendModule,
} from '@backstage/frontend-plugin-api';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { alice, oscar, postgresql } from '../../__testUtils__/fixtures';
import { FakePortal } from '../../__testUtils__/FakePortal';
import { renderPortal } from '../../__testUtils__/renderPortal';
import { violationsOf } from '../../__testUtils__/violationsOf';
import { klutchTranslations } from '../../messages/translations';

const docsUrl = 'https://docs.example.com/trace.md#managed-resource-not-ready';
const claim: Schemas['SupportTraceClaim'] = {
  cluster: 'apps-dev',
  clusterTitle: 'Development apps',
  namespace: 'team-a',
  resource: postgresql,
  kind: 'PostgresqlInstance',
  name: 'orders-db',
};
const server = {
  apiVersion: 'example.org/v1',
  kind: 'Server',
  name: 'orders-db-x7k2p-1',
};
const done = (
  ['request', 'appCluster', 'konnector', 'controlPlane'] as const
).map(id => ({ id, state: 'done' as const }));

const found: Schemas['SupportTraceResult'] = {
  matches: [claim],
  trace: {
    claim,
    stoppedAt: 'managedResource',
    steps: [
      ...done,
      { id: 'composite', state: 'done' },
      {
        id: 'managedResource',
        state: 'failed',
        object: server,
        message: 'The disk … is full.',
        finding: 'ManagedResourceNotReady',
        docsUrl,
      },
      { id: 'service', state: 'waiting' },
    ],
    objects: [
      { location: 'controlPlane', depth: 3, conditions: [], ...server },
    ],
  },
};

/** A person who may trace, and nothing else of the platform. */
const sara = { ...alice, userRef: 'user:default/sara', mayTrace: true };

function Address() {
  const { pathname, search } = useLocation();
  return <div data-testid="address">{`${pathname}${search}`}</div>;
}

/** Shows the address, which the router of test apps keeps to itself. */
const address = createFrontendModule({
  pluginId: 'app',
  extensions: [
    AppRootElementBlueprint.make({
      name: 'address',
      params: { element: <Address /> },
    }),
  ],
});

function open(
  prepare: (portal: FakePortal) => void,
  options: Parameters<typeof renderPortal>[2] & { path?: string } = {},
) {
  const portal = new FakePortal();
  portal.me = sara;
  prepare(portal);
  const { path = '', ...rest } = options;
  return { portal, ...renderPortal(portal, `/klutch-platform${path}`, rest) };
}

const asked = (portal: FakePortal) =>
  portal.callsOf('POST').map(({ body }) => body);

it('shows supporters where a claim stops, what to do, and the page that explains it', async () => {
  const { portal } = open(state => {
    state.supportTrace = found;
  });
  const text = await screen.findByLabelText('What do you know of it?');
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual([
    'Trace',
  ]);
  await userEvent.type(text, ' team-a/postgresqlinstance/orders-db {Enter}');

  const steps = await screen.findByRole('table', { name: 'Steps' });
  expect(asked(portal)).toEqual([
    { text: 'team-a/postgresqlinstance/orders-db' },
  ]);
  expect(
    screen.getByText('It fails at this step: Managed resource'),
  ).toBeVisible();
  const row = within(steps).getByText('Managed resource').closest('tr');
  expect(row).toHaveTextContent(
    'Server orders-db-x7k2p-1The disk … is full.Look at the resource and its Events',
  );
  expect(
    screen.getByLabelText(/^What this means, at the step Managed resource/),
  ).toHaveAttribute('href', docsUrl);
  expect(
    screen.getByText('In namespace team-a on Development apps'),
  ).toBeVisible();
  expect(await violationsOf(screen.getByRole('main'))).toEqual([]);
});

it('lets people choose between several claims, and asks for nothing before', async () => {
  const { portal } = open(
    state => {
      state.supportTrace = {
        matches: [claim, { ...claim, namespace: 'team-b' }],
        isMore: true,
      };
    },
    { path: '/trace?of=orders-db' },
  );
  expect(await screen.findByLabelText('What do you know of it?')).toHaveValue(
    'orders-db',
  );
  expect(asked(portal)).toEqual([]);
  await userEvent.click(screen.getByText('Trace', { selector: 'button *' }));
  expect(await screen.findByText(/^Further claims have it/)).toBeVisible();
  portal.supportTrace = found;
  await userEvent.click(
    screen.getByLabelText('Trace orders-db in team-b on Development apps'),
  );
  expect(await screen.findByRole('table', { name: 'Steps' })).toBeVisible();
  expect(asked(portal)).toEqual([
    { text: 'orders-db' },
    { text: `apps-dev/team-b/${postgresql}/orders-db` },
  ]);
});

it('puts only a claim that was found into the address, never what was entered', async () => {
  const { portal } = open(
    state => {
      state.supportTrace = { matches: [] };
    },
    { path: '/trace', features: [address] },
  );
  const text = await screen.findByLabelText('What do you know of it?');
  await userEvent.click(text);
  await userEvent.paste('password-hunter2');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(/^No claim has this name/)).toBeVisible();
  expect(screen.getByTestId('address')).toHaveTextContent(/\/trace$/);

  portal.supportTrace = found;
  await userEvent.clear(text);
  await userEvent.type(text, 'orders-db{Enter}');
  expect(await screen.findByRole('table', { name: 'Steps' })).toBeVisible();
  expect(
    decodeURIComponent(screen.getByTestId('address').textContent ?? ''),
  ).toContain(`/trace?of=apps-dev/team-a/${postgresql}/orders-db`);
});

it('says in German that nothing was found', async () => {
  open(() => {}, {
    path: '/trace?of=orders-db',
    language: 'de',
    translation: klutchTranslations,
  });
  await userEvent.click(
    await screen.findByText('Verfolgen', { selector: 'button *' }),
  );
  expect(await screen.findByText(/^Kein Claim hat diesen Namen/)).toBeVisible();
});

it('tells operators without the permission which one they need', async () => {
  open(
    state => {
      state.me = { ...oscar, mayTrace: false };
    },
    { path: '/trace' },
  );
  expect(await screen.findByText(/“klutch.trace.read”/)).toBeVisible();
  expect(screen.queryByLabelText('What do you know of it?')).toBeNull();
});
