import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, service } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import { specOfCopy } from './useRestoreIntoNew';

const page =
  '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db/backups';

/** A portal with a finished backup. */
function portalWith({ restoresElsewhere = true } = {}): FakePortal {
  const portal = new FakePortal();
  portal.services = portal.services.map(item =>
    item.type === 'restore' ? service('restore', { restoresElsewhere }) : item,
  );
  portal.claims = [
    claim('instance', 'orders-db'),
    claim('backup', 'monday', { finishedAt: claim('backup', '').createdAt }),
  ];
  return portal;
}

async function openDialog() {
  const button = await screen.findByRole('button', {
    name: 'Restore from monday',
  });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  await userEvent.click(button);
  return screen.getByRole('dialog');
}

async function chooseNew() {
  const dialog = await openDialog();
  await userEvent.click(
    within(dialog).getByRole('radio', { name: /Into a new instance/ }),
  );
  return within(screen.getByRole('dialog'));
}

const orders = (portal: FakePortal) =>
  portal.callsOf('POST /claims').filter(({ query }) => !query.dryRun);

it('restores into a new instance with the same settings and ownership', async () => {
  const portal = portalWith();
  const ownership = {
    owner: 'group:default/developers',
    component: 'component:default/shop',
  };
  portal.me = { ...portal.me, groups: [ownership.owner] };
  portal.claims = portal.claims.map(item =>
    item.type === 'instance' ? { ...item, ...ownership } : item,
  );
  renderPortal(portal, page);
  const dialog = await chooseNew();
  expect(
    dialog.getByRole('textbox', { name: 'Name of the new instance' }),
  ).toHaveValue('orders-db-restored');
  const start = dialog.getByRole('button', {
    name: 'Create and restore orders-db-restored',
  });
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.click(start);
  expect(
    await screen.findByRole('heading', { name: 'orders-db-restored' }),
  ).toBeVisible();
  expect(orders(portal).map(({ body }) => body)).toMatchObject([
    {
      name: 'orders-db-restored',
      resource: 'postgresqlinstances.anynines.com',
      spec: {
        plan: 'postgresql-single-nano',
        parameters: { maxConnections: 100 },
      },
      ...ownership,
    },
    {
      resource: 'restores.anynines.com',
      spec: { backupRef: 'monday', instanceRef: 'orders-db-restored' },
    },
  ]);
});

it('restores into a new instance of another version', async () => {
  const portal = portalWith();
  renderPortal(portal, page);
  const dialog = await chooseNew();
  await userEvent.click(dialog.getByLabelText('Version of the new instance'));
  await userEvent.click(screen.getByRole('option', { name: 'PostgreSQL 17' }));
  const start = dialog.getByRole('button', { name: /Create and restore/ });
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.click(start);
  await screen.findByRole('heading', { name: 'orders-db-restored' });
  expect(orders(portal)[0]?.body).toMatchObject({
    spec: { service: 'a9s-postgresql17', plan: 'postgresql-single-nano' },
  });
});

it('preselects nothing, orders nothing when the restore is not permitted, and says what a later failure leaves', async () => {
  const portal = portalWith();
  renderPortal(portal, page);
  const unchosen = within(await openDialog());
  for (const radio of unchosen.getAllByRole('radio')) {
    expect(radio).not.toBeChecked();
  }
  expect(unchosen.getByText('Restore').closest('button')).toBeDisabled();
  await userEvent.click(unchosen.getByLabelText(/Into a new instance/));
  const dialog = within(screen.getByRole('dialog'));
  portal.fail('POST /claims', { status: 403, message: 'Not permitted.' });
  const start = dialog.getByRole('button', { name: /Create and restore/ });
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.click(start);
  expect(await dialog.findByText('Not permitted.')).toBeVisible();
  expect(orders(portal)).toEqual([]);

  // The check and the order of the instance succeed, and the restore fails.
  portal.clearFailures();
  const refused = { status: 500, message: 'No restores now.' };
  portal.failAfter('POST /claims', 2, refused);
  await userEvent.click(start);
  expect(
    await dialog.findByText(/orders-db-restored was ordered, but the restore/),
  ).toBeVisible();
  portal.clearFailures();
  await userEvent.click(start);
  await screen.findByRole('heading', { name: 'orders-db-restored' });
  expect(orders(portal).map(({ body }) => body)).toMatchObject([
    { resource: 'postgresqlinstances.anynines.com' },
    { resource: 'restores.anynines.com' },
    { resource: 'restores.anynines.com' },
  ]);
});

it('refuses the name of another instance', async () => {
  const portal = portalWith();
  portal.claims.push(claim('instance', 'orders-db-restored'));
  renderPortal(portal, page);
  const dialog = await chooseNew();
  expect(
    await dialog.findByText('orders-db-restored is already used in team-a.'),
  ).toBeVisible();
  expect(
    dialog.getByRole('button', { name: /Create and restore/ }),
  ).toBeDisabled();
});

it('offers only the same instance where the automation knows no other', async () => {
  renderPortal(portalWith({ restoresElsewhere: false }), page);
  const dialog = await openDialog();
  expect(within(dialog).queryByRole('radio')).toBe(null);
  expect(dialog).toHaveTextContent(
    /requires the permission to reveal credentials, and the right to read Secrets in namespace team-a/,
  );
  expect(
    within(dialog).getByRole('button', { name: 'Overwrite and restore' }),
  ).toBeDisabled();
});

it('copies the settings of an instance, and nothing that Crossplane wrote', () => {
  expect(
    specOfCopy({
      spec: {
        plan: 'p',
        parameters: { a: 1 },
        compositionRef: { name: 'c' },
        compositionRevisionRef: { name: 'c-1' },
        resourceRef: { name: 'x' },
      },
    }),
  ).toEqual({
    plan: 'p',
    parameters: { a: 1 },
    compositionRef: { name: 'c' },
  });
});
