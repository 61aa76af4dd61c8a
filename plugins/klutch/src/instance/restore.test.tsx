import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, service, serviceDetail } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import type { Claim } from '../api/types';
import { pendingRestore, runningRestore } from './pendingRestore';
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

it('says on all tabs, and before another one, that a restore is under way', async () => {
  const portal = portalWith();
  portal.claims.push(
    claim('restore', 'first', { state: 'Creating', backupRef: 'monday' }),
  );
  renderPortal(portal, page);
  expect(
    await screen.findByText(
      'The data of backup monday are being restored into orders-db',
    ),
  ).toBeVisible();
  const dialog = await openDialog();
  await userEvent.click(
    within(dialog).getByRole('radio', { name: /Into orders-db/ }),
  );
  expect(
    await screen.findByText(/^The restore first is still writing/),
  ).toBeVisible();
});

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
      restoreFrom: 'monday',
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

it('asks for another plan where that of the instance does not go with the version', async () => {
  const portal = portalWith();
  const schema = {
    properties: {
      spec: {
        'x-kubernetes-validations': [
          {
            rule: "!self.plan.contains('nano') || self.service == 'a9s-postgresql15'",
            message: 'nano plans exist for PostgreSQL 15 only',
          },
        ],
      },
    },
  };
  portal.detailOf = of => serviceDetail(of, { schema });
  renderPortal(portal, page);
  const dialog = await chooseNew();
  expect(dialog.queryByLabelText('Plan')).toBe(null);
  await userEvent.click(dialog.getByLabelText('Version of the new instance'));
  await userEvent.click(screen.getByRole('option', { name: 'PostgreSQL 17' }));
  const start = dialog.getByRole('button', { name: /Create and restore/ });
  await userEvent.click(await dialog.findByLabelText('Plan'));
  expect(start).toBeDisabled();
  await userEvent.click(screen.getByRole('option', { name: 'Single small' }));
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.click(start);
  await screen.findByRole('heading', { name: 'orders-db-restored' });
  expect(orders(portal)[0]?.body).toMatchObject({
    spec: { service: 'a9s-postgresql17', plan: 'postgresql-single-small' },
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

it('continues on the page of the new instance when only the instance was ordered', async () => {
  const portal = portalWith();
  const name = 'orders-db-restored';
  portal.claims.push(claim('instance', name, { restoreFrom: 'monday' }));
  renderPortal(portal, page.replace('orders-db/backups', name));
  await screen.findByText(/was ordered for the data of backup monday, but no/);
  const restore = await screen.findByText('Restore…');
  await waitFor(() =>
    expect(restore.closest('button')).not.toHaveAttribute('aria-disabled'),
  );
  await userEvent.click(restore);
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), name);
  const start = dialog.getByText('Overwrite and restore').closest('button')!;
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.click(start);
  expect(
    await screen.findByText(
      `The data of backup monday are being restored into ${name}`,
    ),
  ).toBeVisible();
  expect(orders(portal).map(({ body }) => body)).toMatchObject([
    {
      resource: 'restores.anynines.com',
      spec: { backupRef: 'monday', instanceRef: name },
    },
  ]);
});

it('orders nothing more once the dialog was closed', async () => {
  const portal = portalWith();
  const respond = portal.delay('POST /claims');
  renderPortal(portal, page);
  const dialog = await chooseNew();
  const start = dialog.getByRole('button', { name: /Create and restore/ });
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.click(start);
  await waitFor(() => expect(portal.callsOf('POST /claims')).toHaveLength(1));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  respond();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  // A later call of the page comes after whatever the closed dialog would have ordered.
  await userEvent.click(
    await screen.findByRole('button', { name: 'Restore from monday' }),
  );
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(orders(portal)).toEqual([]);
});

it('stays with the target while the restore is being ordered, and shows the refusal', async () => {
  const portal = portalWith();
  renderPortal(portal, page);
  const unchosen = within(await openDialog());
  await userEvent.click(unchosen.getByLabelText(/^Into orders-db/));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), 'orders-db');
  const start = dialog.getByText('Overwrite and restore').closest('button')!;
  await waitFor(() => expect(start).toBeEnabled());
  portal.fail('POST /claims', { status: 503, message: 'Not now.' });
  const respond = portal.delay('POST /claims');
  await userEvent.click(start);
  for (const radio of dialog.getAllByRole('radio', { checked: false })) {
    expect(radio).toBeDisabled();
  }
  respond();
  expect(await dialog.findByText('Not now.')).toBeVisible();
  await userEvent.click(dialog.getByLabelText(/Into a new instance/));
  expect(screen.queryByText('Not now.')).toBe(null);
});

it('does not offer to restore a backup that failed', async () => {
  const portal = portalWith();
  portal.claims = [
    claim('instance', 'orders-db', { restoreFrom: 'broken' }),
    claim('backup', 'broken', { state: 'Failed' }),
  ];
  renderPortal(portal, page.replace('/backups', ''));
  expect(
    await screen.findByRole('button', {
      name: 'Restore…',
      description: /^Only a finished backup/,
    }),
  ).toHaveAttribute('aria-disabled', 'true');
});

it('names the restores that still need a backup before it is deleted', async () => {
  const portal = portalWith();
  portal.claims.push(
    claim('restore', 'into-new', {
      state: 'Waiting',
      backupRef: 'monday',
      instanceRef: 'orders-db-restored',
    }),
    claim('restore', 'done', { state: 'Ready', backupRef: 'monday' }),
  );
  renderPortal(portal, page);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Delete backup monday' }),
  );
  const dialog = within(screen.getByRole('dialog'));
  expect(
    await dialog.findByText(
      /^Restores that still need this backup: into-new\./,
    ),
  ).toBeVisible();
});

it('says that the backup of a restore that failed no longer exists', async () => {
  const portal = portalWith();
  portal.claims = [
    claim('instance', 'orders-db', { restoreFrom: 'gone' }),
    claim('restore', 'failed', {
      state: 'Failed',
      message: 'The disk is full.',
    }),
  ];
  renderPortal(portal, page.replace('/backups', ''));
  await screen.findByText(/The backup no longer exists/);
  screen.getByText('The restore of backup gone into orders-db failed');
  screen.getByText('The disk is full.');
  expect(screen.queryByText('Restore…')).toBe(null);
});

it('knows from the restores whether an instance has the data it was ordered for', () => {
  const instance = claim('instance', 'x', { restoreFrom: 'b', createdAt: '2' });
  const restore = (createdAt: string, state: Claim['state']) =>
    claim('restore', createdAt, { createdAt, state });
  const stepOf = (...restores: Claim[]) =>
    pendingRestore(instance, restores)?.step;
  expect(stepOf()).toBe('start');
  expect(stepOf(restore('1', 'Ready'))).toBe('start');
  expect(stepOf(restore('2', 'Waiting'))).toBe('wait');
  expect(stepOf(restore('2', 'Ready'), restore('3', 'Failed'))).toBe('failed');
  // Its app cluster is away.
  const ended = { ...restore('2', 'Unknown'), finishedAt: '2' };
  expect(stepOf(ended)).toBe(undefined);
  expect(runningRestore(instance, [ended, restore('1', 'Waiting')])).toBe(
    undefined,
  );
  expect(runningRestore(instance, [restore('2', 'Waiting')])?.name).toBe('2');
  expect(stepOf(restore('2', 'Failed'), restore('3', 'Ready'))).toBe(undefined);
  expect(pendingRestore({ ...instance, deleting: true }, [])).toBe(undefined);
  expect(pendingRestore(claim('instance', 'y'), [])).toBe(undefined);
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

it('says that the backup was deleted meanwhile, and orders nothing', async () => {
  const portal = portalWith();
  const { signals } = renderPortal(portal, page);
  await chooseNew();
  portal.claims = portal.claims.filter(({ type }) => type !== 'backup');
  await signals.send({ topic: 'claims' });
  expect(
    await screen.findByText(/^The backup "monday" does not exist/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Restore' })).toBeDisabled();
  expect(orders(portal)).toEqual([]);
});
