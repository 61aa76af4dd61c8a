import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, fullAccess, service } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

const title = 'Backups of deleted instances';

function portalWith({ restoresElsewhere = true } = {}): FakePortal {
  const portal = new FakePortal();
  portal.services = portal.services.map(item =>
    item.type === 'restore' ? service('restore', { restoresElsewhere }) : item,
  );
  const finishedAt = claim('backup', '').createdAt;
  portal.claims = [
    claim('instance', 'orders-db'),
    claim('backup', 'of-orders', { instanceRef: 'orders-db' }),
    claim('backup', 'of-old', { instanceRef: 'old-db', finishedAt }),
  ];
  return portal;
}

async function section() {
  await userEvent.click(
    await screen.findByRole('button', {
      name: `Show ${title.replace('B', 'b')}`,
    }),
  );
  return screen.findByRole('region', { name: title });
}

it('lists them with the instance that they were taken of, and deletes one', async () => {
  const portal = portalWith();
  renderPortal(portal, '/klutch/instances');
  const backups = await section();
  expect(
    within(backups).getByRole('row', { name: /of-old/ }),
  ).toHaveTextContent(/old-db.*Development apps \/ team-a/);
  expect(within(backups).queryByText('of-orders')).not.toBeInTheDocument();
  const remove = within(backups).getByRole('button', {
    name: /Delete.*of-old/,
  });
  await waitFor(() => expect(remove).toBeEnabled());
  await userEvent.click(remove);
  await userEvent.type(
    await screen.findByLabelText('Type of-old to confirm'),
    'of-old',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete backup' }));
  await waitFor(() =>
    expect(portal.callsOf('DELETE').map(({ path }) => path)).toEqual([
      '/claims/apps-dev/team-a/backups.anynines.com/of-old',
    ]),
  );
});

it('offers no restore to somebody who may create none, and says why', async () => {
  const portal = portalWith();
  portal.claims = portal.claims.map(item => ({
    ...item,
    may: { ...fullAccess, create: [] },
  }));
  renderPortal(portal, '/klutch/instances');
  const restore = await within(await section()).findByRole('button', {
    name: 'Restore from of-old',
  });
  await waitFor(() => expect(restore).toHaveAttribute('aria-disabled', 'true'));
});

it('restores one into another instance, after its name was typed', async () => {
  const portal = portalWith();
  renderPortal(portal, '/klutch/instances');
  const restore = await within(await section()).findByRole('button', {
    name: 'Restore from of-old',
  });
  await waitFor(() => expect(restore).not.toHaveAttribute('aria-disabled'));
  await userEvent.click(restore);
  expect(
    await screen.findByRole('button', { name: 'Create an instance' }),
  ).toHaveAttribute(
    'href',
    '/klutch/create/postgresqlinstances.anynines.com?cluster=apps-dev&namespace=team-a',
  );
  expect(screen.getByRole('button', { name: 'Restore' })).toBeDisabled();
  await userEvent.click(screen.getByLabelText('Restore into'));
  await userEvent.click(
    await screen.findByRole('option', { name: 'orders-db' }),
  );
  await userEvent.type(
    await screen.findByLabelText('Type orders-db to confirm'),
    'orders-db',
  );
  const start = screen.getByRole('button', { name: 'Overwrite and restore' });
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.click(start);
  await waitFor(() =>
    expect(portal.callsOf('POST /claims').at(-1)?.body).toMatchObject({
      resource: 'restores.anynines.com',
      spec: { backupRef: 'of-old', instanceRef: 'orders-db' },
    }),
  );
});

it('says where a service restores only into the instance that is gone', async () => {
  renderPortal(portalWith({ restoresElsewhere: false }), '/klutch/instances');
  const restore = await within(await section()).findByRole('button', {
    name: 'Restore from of-old',
  });
  await waitFor(() => expect(restore).toHaveAttribute('aria-disabled', 'true'));
  expect(
    screen.getByTitle(/restores a backup only into its own instance/),
  ).toBeInTheDocument();
});

it('reads them only when asked for, and says when there are none', async () => {
  const portal = portalWith();
  portal.claims = portal.claims.slice(0, 2);
  renderPortal(portal, '/klutch/instances');
  await screen.findByRole('row', { name: /orders-db/ });
  expect(
    portal.callsOf('GET /claims').filter(({ query }) => query.withoutInstance),
  ).toEqual([]);
  expect(
    await within(await section()).findByText(
      'There are none that you may see.',
    ),
  ).toBeVisible();
});

it('does not say that there are none while rows may be missing', async () => {
  const portal = portalWith();
  portal.claims = [];
  portal.complete = false;
  renderPortal(portal, '/klutch/instances');
  const backups = await section();
  expect(
    await within(backups).findByText(/Something may be missing here/),
  ).toBeVisible();
  expect(
    within(backups).queryByText('There are none that you may see.'),
  ).not.toBeInTheDocument();
});
