/** Parts of pages that appear only in some states are accessible; pages and dialogs as a whole are checked in the browser. */
import { createExtensionTester } from '@backstage/frontend-test-utils';
import { EntityProvider } from '@backstage/plugin-catalog-react';
import { homePageWidgetDataRef } from '@backstage/plugin-home-react/alpha';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, postgresql, service } from './__testUtils__/fixtures';
import { FakePortal } from './__testUtils__/FakePortal';
import { renderExtension } from './__testUtils__/renderExtension';
import { renderPortal } from './__testUtils__/renderPortal';
import { violationsOf } from './__testUtils__/violationsOf';
import './entity/EntityComponentCard';
import './home/HomeContent';
import { homeWidget } from './home/homeWidget';
import klutchPlugin from './index';

const page = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;

const click = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }));

function portalWithInstances(): FakePortal {
  const portal = new FakePortal();
  portal.claims = [
    claim('instance', 'orders-db', { component: 'component:default/shop' }),
    claim('instance', 'billing-db', { state: 'Failed', stateText: 'Failed' }),
    claim('binding', 'app'),
  ];
  portal.credentials = {
    secretName: 'app-creds',
    fields: [
      { key: 'host', value: '127.0.0.1', secret: false },
      { key: 'password', value: 's3cret', secret: true },
    ],
  };
  return portal;
}

it('the question for a binding, also when it could not be sent', async () => {
  const portal = new FakePortal();
  portal.services = [
    service('instance', {
      clusters: [{ id: 'apps-dev', title: 'Development apps', bound: false }],
    }),
  ];
  portal.fail('POST', { status: 403, message: 'You may not ask.' });
  renderPortal(portal, '/klutch');
  await click('Ask for binding');
  const dialog = await screen.findByRole('dialog');
  await expect(violationsOf(dialog)).resolves.toEqual([]);

  await click('Send request');
  await within(dialog).findByText('You may not ask.');
  await expect(violationsOf(dialog)).resolves.toEqual([]);
});

it('revealed credentials, as fields and as a text', async () => {
  renderPortal(portalWithInstances(), `${page}/connect`);
  const reveal = await screen.findByRole('button', {
    name: 'Reveal credentials of app',
  });
  await waitFor(() =>
    expect(reveal).not.toHaveAttribute('aria-disabled', 'true'),
  );
  await userEvent.click(reveal);
  await expect(
    violationsOf(await screen.findByRole('dialog')),
  ).resolves.toEqual([]);
  await click('Reveal');
  const panel = await screen.findByRole('region', {
    name: 'Credentials of app',
  });
  await expect(violationsOf(panel)).resolves.toEqual([]);

  await userEvent.click(within(panel).getByRole('tab', { name: 'JSON' }));
  await expect(violationsOf(panel)).resolves.toEqual([]);
});

it('an action on several instances that was refused for one', async () => {
  const portal = portalWithInstances();
  portal.fail(`PATCH /claims/apps-dev/team-a/${postgresql}/billing-db`, {
    status: 403,
    message: 'You may not change billing-db.',
  });
  renderPortal(portal, '/klutch/instances');
  await userEvent.click(
    await screen.findByRole('checkbox', {
      name: 'Select all instances on this page',
    }),
  );
  await click('Protect from deletion');
  await screen.findByText(/You may not change billing-db/);
  await expect(violationsOf(screen.getByRole('main'))).resolves.toEqual([]);
});

it('settings that somebody else changed meanwhile', async () => {
  const portal = portalWithInstances();
  const { signals } = renderPortal(portal, page);
  await click('More actions');
  const item = await screen.findByRole('menuitem', { name: 'Edit settings…' });
  await waitFor(() =>
    expect(item).not.toHaveAttribute('aria-disabled', 'true'),
  );
  await userEvent.click(item);
  const field = await screen.findByRole('spinbutton', {
    name: 'Max connections',
  });
  await userEvent.type(field, '0');
  portal.generation = 2;
  portal.parameters = { maxConnections: 150 };
  await signals.send({ topic: 'claims' });

  const dialog = screen.getByRole('dialog');
  await within(dialog).findByText(/Somebody else has changed/);
  await expect(violationsOf(dialog)).resolves.toEqual([]);
});

it('the card of a component', async () => {
  const shop = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name: 'shop' },
  };
  const card = klutchPlugin.getExtension('entity-card:klutch/component');
  renderExtension(
    portalWithInstances(),
    <EntityProvider entity={shop}>
      {createExtensionTester(card).reactElement()}
    </EntityProvider>,
  );
  await screen.findByRole('link', { name: 'orders-db' });
  await expect(violationsOf(document.body)).resolves.toEqual([]);
});

it('the widget of the home page', async () => {
  const { component } = createExtensionTester(homeWidget).get(
    homePageWidgetDataRef,
  );
  renderExtension(portalWithInstances(), component);
  await screen.findByRole('list', { name: 'Needs attention' });
  await expect(violationsOf(document.body)).resolves.toEqual([]);
});
