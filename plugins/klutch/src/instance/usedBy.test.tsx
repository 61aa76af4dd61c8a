import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

const page =
  '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db/connect';

const shop = { kind: 'Deployment', name: 'shop' };

function portalWith(workloads: FakePortal['workloads']): FakePortal {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db'), claim('binding', 'web')];
  portal.workloads = workloads;
  return portal;
}

const reads = (portal: FakePortal) =>
  portal.calls.filter(({ path }) => path.endsWith('/web/workloads'));

it('shows the workloads that use a service binding, only on request', async () => {
  const portal = portalWith({ items: [shop], complete: false });
  renderPortal(portal, page);
  const row = await screen.findByRole('row', { name: /^web/ });
  expect(reads(portal)).toEqual([]);
  await userEvent.click(
    within(row).getByRole('button', {
      name: 'Show the workloads that use web',
    }),
  );
  expect(await within(row).findByText('shop')).toBeVisible();
  expect(within(row).getByText(/You may not list all workloads/)).toBeVisible();
});

it('names workloads before a service binding is deleted, or says that there are none', async () => {
  const portal = portalWith({ items: [shop], complete: true });
  portal.claims.push(claim('binding', 'unused'));
  renderPortal(portal, page);
  const open = async (name: string) => {
    await userEvent.click(
      await screen.findByLabelText(`Delete binding ${name}`),
    );
    const dialog = screen.getByRole('dialog');
    expect(await within(dialog).findByText(/Secret[:.]$/)).toBeVisible();
    return dialog;
  };
  expect(await open('web')).toHaveTextContent(
    'These workloads use its Secret:Deployment shop',
  );
  await userEvent.click(screen.getByText('Cancel'));
  await waitFor(() =>
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
  );
  portal.workloads = { items: [], complete: true };
  expect(await open('unused')).toHaveTextContent(
    'No workload in the namespace uses its Secret.',
  );
});
