import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { alice, claim, postgresql, service } from './__testUtils__/fixtures';
import { FakePortal } from './__testUtils__/FakePortal';
import { renderPortal } from './__testUtils__/renderPortal';

// usePermission caches decisions for the whole module, so all tests of this file deny the same permissions.
const denied = [
  'klutch.claim.create',
  'klutch.claim.update',
  'klutch.claim.delete',
];
const orders = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;

function guestPortal() {
  const portal = new FakePortal();
  portal.me = { ...alice, kubernetesUser: 'klutch:guest', mayReveal: false };
  portal.claims = [
    claim('instance', 'orders-db'),
    claim('binding', 'app'),
    claim('backup', 'monday', { finishedAt: claim('backup', '').createdAt }),
  ];
  return portal;
}

describe('users with read permission only', () => {
  it('cannot order, and see the reason', async () => {
    const portal = guestPortal();
    renderPortal(portal, '/klutch', { denied });

    const create = await screen.findByRole('button', {
      name: 'Create a PostgreSQL instance',
      description: /You may not order/,
    });
    expect(create).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(create);
    expect(screen.getByRole('article', { name: 'PostgreSQL' })).toBeVisible();
  });

  it('cannot order from a link to the form', async () => {
    renderPortal(guestPortal(), `/klutch/create/${postgresql}`, { denied });
    expect(await screen.findByText(/^You may not order/)).toBeVisible();
    expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
  });

  it('cannot bind services, even if they may read the platform pages', async () => {
    const portal = guestPortal();
    portal.me = { ...portal.me, operator: true, mayManage: false };
    portal.services = [
      service('instance', {
        clusters: [{ id: 'apps-dev', title: 'Development apps', bound: false }],
      }),
    ];
    renderPortal(portal, '/klutch', { denied });
    expect(
      await screen.findByRole('button', {
        name: 'Bind',
        description: /^You may not change the data platform/,
      }),
    ).toHaveAttribute('aria-disabled', 'true');
  });

  it('cannot act on several instances at once', async () => {
    renderPortal(guestPortal(), '/klutch/instances', { denied });
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Select orders-db' }),
    );
    for (const [name, description] of [
      ['Back up now', /You may not order/],
      ['Protect from deletion', /You may not change/],
    ] as const) {
      expect(
        await screen.findByRole('button', { name, description }),
      ).toHaveAttribute('aria-disabled', 'true');
    }
  });

  it('cannot back up or delete an instance', async () => {
    const portal = guestPortal();
    renderPortal(portal, orders, { denied });

    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Back up now',
        description: /You may not order/,
      }),
    );
    expect(portal.callsOf('POST')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(
      await screen.findByRole('menuitem', { name: 'Delete…' }),
    ).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText(/You may not delete/)).toBeVisible();
  });

  it('cannot schedule backups', async () => {
    const portal = guestPortal();
    renderPortal(portal, `${orders}/backups`, { denied });

    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Set a schedule…',
        description: /You may not change/,
      }),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('cannot reveal credentials', async () => {
    const portal = guestPortal();
    renderPortal(portal, `${orders}/connect`, { denied });

    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Reveal credentials of app',
        description: /You may not reveal credentials/,
      }),
    );
    expect(portal.callsOf('POST')).toEqual([]);
  });

  it('cannot rotate credentials', async () => {
    renderPortal(guestPortal(), `${orders}/connect`, { denied });

    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Rotate credentials of app',
        description: /You may not order/,
      }),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('cannot restore, because a restore gives access to data', async () => {
    renderPortal(guestPortal(), `${orders}/backups`, { denied });

    expect(
      await screen.findByRole('button', {
        name: 'Restore from monday',
        description: /A restore gives access to data/,
      }),
    ).toHaveAttribute('aria-disabled', 'true');
  });
});
