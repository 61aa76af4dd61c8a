import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, fullAccess, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import type { ClaimType } from '../api/types';

const page = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;
const missing = /Something may be missing here/;

describe('while rows may be missing', () => {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db')];
  portal.complete = false;

  it('does not say that there is no backup', async () => {
    renderPortal(portal, `${page}/backups`);
    const backups = await screen.findByRole('region', { name: 'Backups' });
    expect(await within(backups).findByText(missing)).toBeVisible();
    expect(
      within(backups).queryByText(/There is no good backup yet/),
    ).not.toBeInTheDocument();
    expect(
      within(backups).queryByText('No backups yet.'),
    ).not.toBeInTheDocument();
    const restores = screen.getByRole('region', { name: 'Restores' });
    expect(await within(restores).findByText(missing)).toBeVisible();
    expect(
      within(restores).queryByText('Nothing has been restored yet.'),
    ).not.toBeInTheDocument();
  });

  it('does not say that there is no service binding', async () => {
    renderPortal(portal, `${page}/connect`);
    expect(await screen.findByText(missing)).toBeVisible();
    expect(
      screen.queryByText('Applications connect with a service binding.'),
    ).not.toBeInTheDocument();
  });

  it('does not explain the first service binding on the overview', async () => {
    renderPortal(portal, page);
    const section = await screen.findByRole('region', { name: 'Connection' });
    expect(await within(section).findByText(missing)).toBeVisible();
    expect(
      within(section).queryByText(/first service binding/),
    ).not.toBeInTheDocument();
    expect(
      within(section).queryByText('No service binding is ready yet.'),
    ).not.toBeInTheDocument();
  });
});

it('does not delete an instance while service bindings may be missing', async () => {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db')];
  portal.complete = false;
  renderPortal(portal, page);
  await userEvent.click(
    await screen.findByRole('button', { name: 'More actions' }),
  );
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Delete…' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findAllByText(missing)).length).toBeGreaterThan(0);
  expect(dialog.queryByText(/No service binding and no backup/)).toBe(null);
  await userEvent.type(
    dialog.getByLabelText('Type orders-db to confirm'),
    'orders-db',
  );
  expect(
    dialog.getByRole('button', { name: 'Delete instance' }),
  ).toBeDisabled();
});

it.each([
  [
    'that a GitOps tool would create again',
    { managedBy: { tool: 'argocd', name: 'shop' } } as const,
    fullAccess,
    /^A GitOps tool applies app and would create them again/,
  ],
  [
    'that the person may not delete',
    {},
    { ...fullAccess, delete: ['instance'] as ClaimType[] },
    /^You may not delete its service bindings/,
  ],
])(
  'does not delete an instance with a service binding %s',
  async (_, fields, may, obstacle) => {
    const portal = new FakePortal();
    portal.may = may;
    portal.claims = [
      claim('instance', 'orders-db'),
      claim('binding', 'app', fields),
    ];
    renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Delete…' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(obstacle)).toBeVisible();
    await userEvent.type(
      dialog.getByLabelText('Type orders-db to confirm'),
      'orders-db',
    );
    expect(
      dialog.getByRole('button', { name: 'Delete instance' }),
    ).toBeDisabled();
  },
);

describe('of what the person may not list', () => {
  it('says so, and neither that there is nothing nor that all is deleted with the instance, and deletes it after a warning', async () => {
    const portal = new FakePortal();
    portal.may = { ...fullAccess, hidden: ['binding', 'backup', 'restore'] };
    portal.claims = [claim('instance', 'orders-db')];
    renderPortal(portal, `${page}/backups`);
    const unseen = /^You may not see all backups in team-a/;
    expect(await screen.findByText(unseen)).toBeVisible();
    expect(screen.queryByText(/There is no good backup yet/)).toBe(null);
    expect(screen.queryByText('No backups yet.')).toBe(null);
    expect(
      screen.getByText(/^You may not see all restores in team-a/),
    ).toBeVisible();
    expect(screen.queryByText('Nothing has been restored yet.')).toBe(null);

    await userEvent.click(screen.getByRole('tab', { name: 'Connect' }));
    expect(
      await screen.findByText(
        /^You may not see all service bindings in team-a/,
      ),
    ).toBeVisible();
    expect(
      screen.queryByText('Applications connect with a service binding.'),
    ).toBe(null);

    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByText('Delete…'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(unseen)).toBeVisible();
    expect(dialog.queryByText(/No service binding and no backup/)).toBe(null);
    expect(
      dialog.getByText(/^Service bindings that you may not see stay/),
    ).toBeVisible();
    await userEvent.type(
      dialog.getByLabelText('Type orders-db to confirm'),
      'orders-db',
    );
    await userEvent.click(
      dialog.getByRole('button', { name: 'Delete instance' }),
    );
    await waitFor(() => expect(portal.callsOf('DELETE')).toHaveLength(1));
  });

  it('says so on the overview, instead of the first service binding', async () => {
    const portal = new FakePortal();
    portal.may = { ...fullAccess, hidden: ['binding'] };
    portal.claims = [claim('instance', 'orders-db')];
    renderPortal(portal, page);
    const section = await screen.findByRole('region', { name: 'Connection' });
    expect(
      await within(section).findByText(/^You may not see all service bindings/),
    ).toBeVisible();
    expect(within(section).queryByText(/first service binding/)).toBe(null);
  });

  it('does not say that no restore exists, and offers none', async () => {
    const portal = new FakePortal();
    portal.may = { ...fullAccess, hidden: ['restore'] };
    portal.claims = [
      claim('instance', 'orders-db', { restoreFrom: 'monday' }),
      claim('backup', 'monday'),
    ];
    renderPortal(portal, `${page}/backups`);
    await screen.findByText(/^You may not see all restores/);
    expect(screen.queryByText(/no restore into it exists/)).toBe(null);
  });

  it('shows the failed restore that the person sees, and that there may be others', async () => {
    const portal = new FakePortal();
    portal.may = { ...fullAccess, hidden: ['restore'] };
    portal.claims = [
      claim('instance', 'orders-db', { restoreFrom: 'monday' }),
      claim('backup', 'monday'),
      claim('restore', 'first', { state: 'Failed', backupRef: 'monday' }),
    ];
    renderPortal(portal, page);
    const title = await screen.findByText(/^The restore of backup .* failed$/);
    expect(title).toBeVisible();
    expect(screen.getByText(/^You may not see all restores/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore…' })).toBe(null);
  });

  it('does not say that a backup is gone', async () => {
    const portal = new FakePortal();
    portal.may = { ...fullAccess, hidden: ['backup'] };
    portal.claims = [claim('instance', 'orders-db', { restoreFrom: 'monday' })];
    renderPortal(portal, page);
    expect(
      await screen.findByText(/^You may not see all backups/),
    ).toBeVisible();
    expect(screen.queryByText(/no longer exists/)).toBe(null);
  });

  it('suggests a schedule that keeps all backups, and warns of deletions', async () => {
    const portal = new FakePortal();
    portal.may = { ...fullAccess, hidden: ['backup'] };
    portal.claims = [claim('instance', 'orders-db')];
    renderPortal(portal, `${page}/backups`);
    const set = await screen.findByRole('button', { name: 'Set a schedule…' });
    await waitFor(() => expect(set).toBeEnabled());
    await userEvent.click(set);
    const dialog = within(await screen.findByRole('dialog'));
    const kept = dialog.getByLabelText('Number to keep');
    expect(kept).toHaveValue(null);
    await userEvent.type(kept, '7');
    expect(
      dialog.getByText(/^This page does not show all backups/),
    ).toBeVisible();
  });

  it('warns before a rotation that somebody else may have begun', async () => {
    const portal = new FakePortal();
    portal.may = { ...fullAccess, hidden: ['binding'] };
    portal.claims = [claim('instance', 'orders-db'), claim('binding', 'web')];
    renderPortal(portal, `${page}/connect`);
    const rotate = await screen.findByRole('button', {
      name: 'Rotate credentials of web',
    });
    await waitFor(() => expect(rotate).toBeEnabled());
    await userEvent.click(rotate);
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(/^You may not see all service bindings/),
    ).toBeVisible();
    const create = dialog.getByRole('button', { name: 'Create web-2' });
    await waitFor(() => expect(create).toBeEnabled());
    portal.fail('POST /claims', { status: 409, message: 'web-2 exists.' });
    await userEvent.click(create);
    expect(await dialog.findByText('web-2 exists.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Create web-3' })).toBeEnabled();
  });

  it('says so of activity', async () => {
    const portal = new FakePortal();
    portal.isActivityHidden = true;
    portal.claims = [claim('instance', 'orders-db')];
    renderPortal(portal, `${page}/activity`);
    expect(
      await screen.findByText(/^Some of what was done is not shown/),
    ).toBeVisible();
    expect(screen.queryByText(/^Nothing is recorded/)).toBe(null);
  });

  it('says so of events, and not that nothing has happened', async () => {
    const portal = new FakePortal();
    portal.events = { items: [], hidden: true };
    // Without a time its conditions are no entries, either.
    portal.claims = [claim('instance', 'orders-db', { createdAt: '' })];
    renderPortal(portal, `${page}/activity`);
    expect(
      await screen.findByText(/^You may not list events in team-a/),
    ).toBeVisible();
    expect(screen.queryByText('Nothing has happened yet.')).toBe(null);
  });
});

describe('with more rows than are read', () => {
  const portal = new FakePortal();
  portal.maxLimit = 2;
  portal.claims = [
    claim('instance', 'orders-db'),
    ...['b1', 'b2', 'b3'].map(name => claim('binding', name)),
    ...['k1', 'k2', 'k3', 'k4'].map(name => claim('backup', name)),
    ...['r1', 'r2', 'r3'].map(name => claim('restore', name)),
  ];

  it('says that the tables have only the newest', async () => {
    renderPortal(portal, `${page}/backups`);
    expect(
      await screen.findByText('These are the newest 2 of 4.'),
    ).toBeVisible();
    expect(
      await screen.findByText('These are the newest 2 of 3.'),
    ).toBeVisible();
  });

  it('looks for taken names among all of them', async () => {
    renderPortal(portal, `${page}/connect`);
    await screen.findByText('b3');
    const [create] = screen.getAllByText('Create binding');
    if (!create) throw new Error('no button');
    await waitFor(() => expect(create.closest('button')).toBeEnabled());
    await userEvent.click(create);
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'b1');
    expect(
      await screen.findByText('b1 is already used in team-a.'),
    ).toBeVisible();
  });

  it('does not delete the instance while it has service bindings that are not read', async () => {
    renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Delete…' }),
    );
    const dialog = await screen.findByRole('dialog');
    expect(
      await within(dialog).findByText(
        /^3 service bindings refer to it, more than the 2 .* until at most 2 are left\.$/,
      ),
    ).toBeVisible();
    expect(within(dialog).getByText('1 more')).toBeVisible();
    expect(within(dialog).getByText('2 more')).toBeVisible();
    await userEvent.type(
      within(dialog).getByLabelText('Type orders-db to confirm'),
      'orders-db',
    );
    expect(
      within(dialog).getByRole('button', { name: 'Delete instance' }),
    ).toBeDisabled();
  });
});
