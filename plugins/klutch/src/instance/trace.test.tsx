import { explain } from '@klutch/backstage-plugin-klutch-common';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import type { Trace, TraceObject } from '../api/types';

const ready = [
  { type: 'Synced', status: 'True' },
  { type: 'Ready', status: 'True' },
];

const object = (kind: string, change: Partial<TraceObject>): TraceObject => ({
  location: 'controlPlane',
  depth: 1,
  apiVersion: 'anynines.com/v1',
  kind,
  name: 'orders-db',
  conditions: ready,
  ...change,
});

const own = object('PostgresqlInstance', {
  location: 'appCluster',
  depth: 0,
  namespace: 'team-a',
});

/** The table of objects, as rows of text. */
async function openTrace(trace: Trace): Promise<string[]> {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db')];
  portal.trace = trace;
  renderPortal(
    portal,
    `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`,
  );
  const show = await screen.findByRole('button', {
    name: 'Show its objects on both clusters',
  });
  expect(portal.calls.some(({ path }) => path.endsWith('/trace'))).toBe(false);
  await userEvent.click(show);
  const table = await screen.findByRole('table', { name: 'Objects' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent ?? '');
}

it('shows the objects on both clusters, and the one that the order waits for', async () => {
  const rows = await openTrace({
    objects: [
      own,
      object('XPostgresqlInstance', { depth: 2 }),
      object('Server', {
        depth: 3,
        waits: true,
        conditions: [
          { type: 'Synced', status: 'True' },
          { type: 'Ready', status: 'False', message: 'The disk is full.' },
        ],
      }),
      object('Bucket', { depth: 3, missing: 'Forbidden', conditions: [] }),
      object('User', { depth: 3, deleting: true }),
    ],
  });
  expect(rows).toEqual([
    'PostgresqlInstanceteam-a/orders-dbDevelopment appsGood',
    'XPostgresqlInstanceorders-dbControl planeGood',
    'Serverorders-dbControl planeNot ReadyThe disk is full.',
    'Bucketorders-dbControl planeYou may not read it.',
    'Userorders-dbControl planeDeleting',
  ]);
  expect(
    screen.getByText(/^The order waits for Server orders-db\./),
  ).toBeVisible();
});

it('says why there is no more', async () => {
  const rows = await openTrace({
    objects: [own],
    incomplete: explain('CopyMissing'),
  });
  expect(rows).toHaveLength(1);
  expect(
    screen.getByText(/the konnector has not created its copy there/),
  ).toBeVisible();
});

it('shows how far a service binding is, and its objects', async () => {
  const portal = new FakePortal();
  portal.claims = [
    claim('instance', 'orders-db'),
    claim('binding', 'orders-db-app', { state: 'Waiting' }),
    claim('binding', 'orders-db-web'),
  ];
  portal.trace = { objects: [object('ServiceBinding', { waits: true })] };
  renderPortal(
    portal,
    `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db/connect`,
  );
  await userEvent.click(
    await screen.findByRole('button', {
      name: 'Show the progress of orders-db-app',
    }),
  );
  expect(screen.queryByLabelText('Show the progress of orders-db-web')).toBe(
    null,
  );
  const dialog = within(screen.getByRole('dialog'));
  expect(
    await dialog.findByRole('list', { name: 'Progress' }),
  ).toHaveTextContent(/Request.*Service/);
  await userEvent.click(
    dialog.getByRole('button', { name: 'Show its objects on both clusters' }),
  );
  expect(await dialog.findByText('ServiceBinding')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(
    portal
      .callsOf('GET /claims')
      .some(({ path }) => path.endsWith('/orders-db-app/trace')),
  ).toBe(true);
});
