/** What the RBAC of the app cluster does not allow; the user has all permissions of the portal. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, fullAccess, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import type { ClaimDetail } from '../api/types';

const orders = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;
const noAccess = { change: [], create: [], delete: [], reveal: false };
const whomToAsk =
  /in namespace team-a on Development apps.* Ask an operator of Development apps for the right; your user name there is klutch:alice\.$/;

function openTab(tab: string, may: ClaimDetail['may'] = noAccess) {
  const portal = new FakePortal();
  portal.may = may;
  portal.claims = [
    claim('instance', 'orders-db'),
    claim('binding', 'app'),
    claim('backup', 'monday', { finishedAt: claim('backup', '').createdAt }),
  ];
  renderPortal(portal, `${orders}${tab}`);
  return portal;
}

/** Header and tab may both have the button. */
const expectDisabled = async (name: string, reason: RegExp) => {
  await screen.findAllByRole('button', { name, description: reason });
  for (const button of screen.getAllByRole('button', { name })) {
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(reason);
    await waitFor(() => expect(button).toHaveAccessibleDescription(whomToAsk));
  }
};

it('nothing can be changed while the app cluster is unreachable', async () => {
  const portal = openTab('', fullAccess);
  Object.assign(portal.claims[0] ?? {}, { state: 'Unknown' });
  const reason = /^Its state is not known/;
  await screen.findAllByRole('button', {
    name: 'Create binding',
    description: reason,
  });
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  for (const item of await screen.findAllByRole('menuitem')) {
    expect(item).toHaveAttribute('aria-disabled', 'true');
  }
  expect(screen.getAllByText(reason)).toHaveLength(1);
  expect(screen.queryByRole('list', { name: 'Progress' })).toBe(null);
});

describe('users who may only read on the app cluster', () => {
  it('cannot change or delete an instance, and see the reasons', async () => {
    openTab('');
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(item => item.textContent)).toEqual([
      'Change plan…',
      'Edit settings…',
      'Owner and component…',
      'Protect from deletion',
      expect.stringMatching(/^You may not change this/),
      'Delete…',
      expect.stringMatching(/^You may not delete this/),
    ]);
    for (const item of items) {
      expect(item).toHaveAttribute('aria-disabled', 'true');
    }
    await userEvent.keyboard('{End}');
    expect(screen.getByText(/^You may not delete this/)).toHaveFocus();
    expect(screen.getByText(/^You may not change/)).toHaveTextContent(
      whomToAsk,
    );
    expect(screen.getByText(/^You may not delete/)).toHaveTextContent(
      whomToAsk,
    );
  });

  it('cannot create, reveal, rotate or delete service bindings', async () => {
    const portal = openTab('/connect');
    await expectDisabled('Create binding', /^You may not order/);
    await expectDisabled('Rotate credentials of app', /^You may not order/);
    await expectDisabled('Delete binding app', /^You may not delete/);
    await expectDisabled(
      'Reveal credentials of app',
      /^You may not read Secrets/,
    );
    await userEvent.click(
      screen.getByRole('button', { name: 'Reveal credentials of app' }),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(portal.callsOf('POST')).toEqual([]);
  });

  it('cannot take, schedule, restore or delete backups', async () => {
    openTab('/backups');
    await expectDisabled('Delete backup monday', /^You may not delete/);
    await expectDisabled('Set a schedule…', /^You may not change/);
    await expectDisabled(
      'Restore from monday',
      /^A restore gives access to data, so it requires the right to read Secrets/,
    );
    await expectDisabled('Back up now', /^You may not order/);
    await userEvent.click(
      screen.getByRole('button', { name: 'Set a schedule…' }),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

it('allows what the app cluster allows, of each type', async () => {
  openTab('/backups', {
    ...fullAccess,
    create: ['backup'],
    delete: ['binding'],
  });
  await expectDisabled('Restore from monday', /^You may not order/);
  await expectDisabled('Delete backup monday', /^You may not delete/);
  for (const button of screen.getAllByRole('button', { name: 'Back up now' })) {
    expect(button).toBeEnabled();
    expect(button).not.toHaveAttribute('aria-disabled');
  }
  expect(screen.getByRole('button', { name: 'Set a schedule…' })).toBeEnabled();
});

it('offers to remove the protection of a backup by the right on backups, not on instances', async () => {
  const portal = new FakePortal();
  portal.may = { ...fullAccess, change: ['instance'] };
  portal.claims = [
    claim('instance', 'orders-db'),
    claim('backup', 'monday', { protected: true }),
  ];
  renderPortal(portal, `${orders}/backups`);
  expect(
    await screen.findByRole('button', {
      name: 'Remove the protection of monday',
      description: /^You may not change this/,
    }),
  ).toHaveAttribute('aria-disabled', 'true');
});

it('shows nothing of the instance once the user has lost the right to see it', async () => {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db')];
  const { signals } = renderPortal(portal, orders);
  await screen.findByRole('heading', { name: 'Connection' });
  portal.fail('GET /claims/apps-dev', { status: 403, message: 'refused' });
  await signals.send({ topic: 'rights' });
  expect(await screen.findByText('You may not see this')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Connection' })).toBe(null);
  expect(screen.queryByRole('button', { name: 'Create binding' })).toBe(null);
});
