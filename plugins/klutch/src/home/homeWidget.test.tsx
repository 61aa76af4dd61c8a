import { createExtensionTester } from '@backstage/frontend-test-utils';
import { homePageWidgetDataRef } from '@backstage/plugin-home-react/alpha';
import { screen, within } from '@testing-library/react';
import { claim, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderExtension } from '../__testUtils__/renderExtension';
import './HomeContent';
import { homeWidget } from './homeWidget';

function render(portal: FakePortal) {
  const { component } = createExtensionTester(homeWidget).get(
    homePageWidgetDataRef,
  );
  renderExtension(portal, component);
}

it('counts instances by state and names those that need attention', async () => {
  const portal = new FakePortal();
  portal.claims = [
    claim('instance', 'broken-db', { state: 'Failed', stateText: 'Failed' }),
    claim('instance', 'orders-db'),
    claim('instance', 'users-db'),
  ];
  render(portal);
  expect(await screen.findByText('Data services')).toBeVisible();
  const states = await screen.findByRole('list', {
    name: 'Instances by state',
  });
  expect(
    within(states).getByRole('link', { name: 'Ready: 2' }),
  ).toHaveAttribute('href', '/data/instances?state=Ready');
  expect(within(states).getByRole('link', { name: 'Failed: 1' })).toBeVisible();
  const attention = screen.getByRole('list', { name: 'Needs attention' });
  const links = within(attention).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['broken-db']);
  expect(links[0]).toHaveAttribute(
    'href',
    `/data/instances/apps-dev/team-a/${postgresql}/broken-db`,
  );
  expect(screen.getByRole('link', { name: 'All instances (3)' })).toBeVisible();
});

it('says when nothing needs attention', async () => {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db')];
  render(portal);
  expect(await screen.findByText('No instance needs attention.')).toBeVisible();
});

it('offers to order where there are no instances', async () => {
  const portal = new FakePortal();
  portal.claims = [];
  render(portal);
  expect(await screen.findByText('You have no instances yet.')).toBeVisible();
  expect(
    screen.getByRole('link', { name: 'Order a data service' }),
  ).toHaveAttribute('href', '/data');
});

it.each([
  [403, 'You may not see services.', 'You may not see this'],
  [500, 'The index is broken.', 'The index is broken.'],
])('shows why status %s has no instances', async (status, message, text) => {
  const portal = new FakePortal();
  portal.fail('GET /claims', { status, message });
  render(portal);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText('You have no instances yet.')).toBeNull();
});
