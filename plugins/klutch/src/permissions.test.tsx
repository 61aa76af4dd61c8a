import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { alice, claim, postgresql } from './__testUtils__/fixtures';
import { FakePortal } from './__testUtils__/FakePortal';
import { renderPortal } from './__testUtils__/renderPortal';

// Decisions are cached for the whole page, so every test of this file has the same ones.
const denied = ['klutch.claim.create', 'klutch.claim.delete'];
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

describe('those who may only look', () => {
  it('cannot order, and learn why', async () => {
    const portal = guestPortal();
    renderPortal(portal, '/klutch', { denied });

    const create = await screen.findByRole('button', {
      name: 'Create a PostgreSQL instance',
      description: /You may look, but not order/,
    });
    expect(create).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(create);
    expect(screen.getByRole('article', { name: 'PostgreSQL' })).toBeVisible();
  });

  it('cannot back up or delete an instance', async () => {
    const portal = guestPortal();
    renderPortal(portal, orders, { denied });

    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Back up now',
        description: /You may look, but not order/,
      }),
    );
    expect(portal.callsOf('POST')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(
      await screen.findByRole('menuitem', { name: 'Delete…' }),
    ).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText(/You may not delete/)).toBeVisible();
  });

  it('cannot reveal credentials', async () => {
    const portal = guestPortal();
    renderPortal(portal, `${orders}/connect`, { denied });

    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Reveal credentials of app',
        description: /You may not read credentials/,
      }),
    );
    expect(portal.callsOf('POST')).toEqual([]);
  });

  it('cannot restore, which hands data over', async () => {
    renderPortal(guestPortal(), `${orders}/backups`, { denied });

    expect(
      await screen.findByRole('button', {
        name: 'Restore from monday',
        description: /A restore hands data over/,
      }),
    ).toHaveAttribute('aria-disabled', 'true');
  });
});
