import { screen } from '@testing-library/react';
import type { Claim } from '../api/types';
import { ago, claim, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

const page = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db/backups`;

function show(change: Partial<Claim>, others: Claim[] = []) {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db', change), ...others];
  renderPortal(portal, page);
}

it('warns of a last good backup that is older than a day', async () => {
  show({ lastBackupAt: ago(2 * 24 * 3600) });
  expect(
    await screen.findByText(/^Last good backup .*: more than a day ago/),
  ).toBeVisible();
});

it('counts the backup that the overview counts, also while it is degraded', async () => {
  show({ lastBackupAt: ago(2 * 3600) }, [
    claim('backup', 'monday', { state: 'Degraded', finishedAt: ago(3600) }),
  ]);
  expect(await screen.findByText(/^Last good backup .* ago$/)).toBeVisible();
});

it('does not say that there is none while the app cluster is away', async () => {
  show({ lastSeenAt: ago(3600) });
  expect(await screen.findByRole('region', { name: 'Backups' })).toBeVisible();
  expect(await screen.findByText('No backups yet.')).toBeVisible();
  expect(screen.queryByText('There is no good backup yet')).toBe(null);
});
