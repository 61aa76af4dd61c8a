/** Two open pages of a person, each with a cache of its own: the backend signals every change to both. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, postgresql } from './__testUtils__/fixtures';
import { FakePortal } from './__testUtils__/FakePortal';
import { renderPortal, type FakeSignals } from './__testUtils__/renderPortal';

const orders = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;

async function openTabs(first: string, second: string) {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db')];
  const { container, signals } = renderPortal(portal, first);
  const other = renderPortal(portal, second, { signals });
  // Soon after it was opened each page reads everything again, once; from then on only signals tell of changes.
  await waitFor(() => expect(portal.callsOf('GET /changes')).toHaveLength(2));
  return {
    portal,
    signals,
    first: within(container),
    second: within(other.container),
  };
}

/** As the backend does once its index has the change. */
async function signalAfter(
  portal: FakePortal,
  call: string,
  signals: FakeSignals,
) {
  await waitFor(() => expect(portal.callsOf(call)).toHaveLength(1));
  await signals.send({ topic: 'claims' });
}

it('a backup that is started in one is listed in the other', async () => {
  const { portal, signals, first, second } = await openTabs(
    orders,
    `${orders}/backups`,
  );
  const noBackup = await second.findByText(/no backups? yet/i);
  await userEvent.click(
    await first.findByRole('button', { name: 'Back up now' }),
  );
  await signalAfter(portal, 'POST /claims', signals);
  expect(await second.findByRole('row', { name: /^orders-db-/ })).toBeVisible();
  expect(noBackup).not.toBeInTheDocument();
});

it('an instance that is deleted in one is being deleted in the list of the other', async () => {
  const { portal, signals, first, second } = await openTabs(
    orders,
    '/klutch/instances',
  );
  const row = await second.findByRole('row', { name: /orders-db/ });
  expect(row).toHaveTextContent('Ready');
  await userEvent.click(
    await first.findByRole('button', { name: 'More actions' }),
  );
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Delete…' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), 'orders-db');
  await userEvent.click(dialog.getByRole('button', { name: /^Delete/ }));
  await signalAfter(portal, 'DELETE /claims', signals);
  await waitFor(() =>
    expect(second.getByRole('row', { name: /orders-db/ })).toHaveTextContent(
      'Deleting',
    ),
  );
});
