import { explain } from '@klutch/backstage-plugin-klutch-common';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  appClusterApi,
  ago,
  exportTemplate,
  api,
  oscar,
  placeSecrets,
  platformAppCluster,
  postgresql,
  service,
} from '../../__testUtils__/fixtures';
import { FakePortal } from '../../__testUtils__/FakePortal';
import { renderPortal } from '../../__testUtils__/renderPortal';
import { violationsOf } from '../../__testUtils__/violationsOf';

const page = '/klutch-platform/app-clusters/apps-dev';
const path = '/platform/app-clusters/apps-dev';

function operatorPortal(
  detail: FakePortal['appClusterDetails'][string] = {},
  cluster = platformAppCluster(),
) {
  const portal = new FakePortal();
  portal.me = oscar;
  portal.templates = [exportTemplate(api(service('instance')))];
  portal.platformAppClusters = [cluster];
  portal.appClusterDetails = { 'apps-dev': detail };
  return portal;
}

const open = async (button: string | RegExp) => {
  await userEvent.click(await screen.findByText(button));
  return within(await screen.findByRole('dialog'));
};

it('shows version, token, certificates, timeline, inventory and what waits for an operator', async () => {
  const apiState = appClusterApi({
    unansweredClaims: placeSecrets,
    pausedDeletions: { count: 12, message: '12 wait: team-a/orders-db' },
    findings: [{ type: 'OrphanedCopies' as const, message: 'team-a/old-db' }],
  });
  const portal = operatorPortal({
    health: 'Degraded',
    konnector: { version: 'v0.0.9', offered: 'v0.1.0', isOutdated: true },
    history: [
      { at: ago(60), state: 'Healthy', konnectorVersion: 'v0.0.9' },
      { at: ago(600), state: 'Lost' },
    ],
    apis: [apiState],
    inventory: [
      { resource: postgresql, title: 'PostgreSQL', objects: 7, copies: 8 },
    ],
    withoutObject: {
      total: 1,
      items: [
        {
          resource: postgresql,
          title: 'PostgreSQL',
          namespace: 'team-a',
          name: 'old-db',
          serviceNamespace: 'cluster-x1-team-a',
        },
      ],
    },
  });
  portal.appClusterCertificates = [
    {
      state: 'failed',
      ...explain('SetUpClusterCredentialsEnded', {
        cluster: 'Development apps',
        until: '2026-11-01',
      }),
      remedyReason: 'SetUpClusterCredentialsEndedRemedy',
      remedy: 'Replace it.',
    },
  ];
  renderPortal(portal, page);

  expect(
    await screen.findByText('version v0.0.9; the portal offers v0.1.0'),
  ).toBeVisible();
  expect(
    await screen.findByText(/kubeconfig of Development apps ended on/),
  ).toHaveTextContent('Replace the kubeconfig on the page of the app cluster');
  expect(screen.getByText(/it is renewed before that/)).toBeVisible();
  expect(
    within(screen.getByLabelText('Heartbeat timeline'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Reports, healthy · v0\.0\.9/),
    expect.stringMatching(/^Lost/),
  ]);
  expect(
    screen.getByText('12 deletions of PostgreSQL wait for approval'),
  ).toBeVisible();
  expect(
    screen.getByText(
      'PostgreSQL asks for permission claims that nobody has answered',
    ),
  ).toBeVisible();
  expect(
    screen.getByText('PostgreSQL: copies without an object'),
  ).toBeVisible();
  expect(
    screen.getByText('1 copy on the control plane has no object here'),
  ).toBeVisible();
  expect(
    screen.getByText(
      /kubectl -n cluster-x1-team-a delete postgresqlinstances.* old-db/,
    ),
  ).toBeInTheDocument();
  const [, row] = within(
    screen.getByRole('table', { name: 'Inventory' }),
  ).getAllByRole('row');
  expect(row).toHaveTextContent('PostgreSQL78');
  // Axe checks one element at a time.
  for (const section of document.querySelectorAll('section')) {
    await expect(violationsOf(section)).resolves.toEqual([]);
  }
});

it('approves waiting deletions, as many as the operator says', async () => {
  const portal = operatorPortal({
    apis: [
      appClusterApi({
        pausedDeletions: { count: 12, message: '12 wait' },
      }),
    ],
  });
  renderPortal(portal, page);
  const dialog = await open('Approve…');
  const count = dialog.getByLabelText('Deletions to approve');
  expect(count).toHaveValue(12);
  await userEvent.clear(count);
  await userEvent.type(count, '3');
  await userEvent.click(dialog.getByText('Delete 3 for good'));
  await waitFor(() =>
    expect(portal.callsOf('POST')).toMatchObject([
      {
        path: `${path}/bindings/${postgresql}/approval`,
        body: { deletions: 3 },
      },
    ]),
  );
});

it('unbinds an API after telling what goes and what stays, and after its app cluster’s name was typed', async () => {
  const portal = operatorPortal({
    inventory: [
      { resource: postgresql, title: 'PostgreSQL', objects: 2, copies: 2 },
    ],
  });
  renderPortal(portal, page);
  const dialog = await open('Unbind…');
  expect(
    dialog.getByText('2 objects on Development apps, no longer kept in sync'),
  ).toBeVisible();
  expect(
    dialog.getByText(/2 copies on the control plane, with the running/),
  ).toBeVisible();
  const action = dialog.getByText('Unbind').closest('button');
  expect(action).toBeDisabled();
  await userEvent.type(dialog.getByRole('textbox'), 'Development apps');
  await userEvent.click(dialog.getByText('Unbind'));
  const call = {
    path: `${path}/bindings/${postgresql}/unbinding`,
    body: { confirm: 'Development apps' },
  };
  expect(
    await dialog.findByText(
      'PostgreSQL is not yet unbound from Development apps',
    ),
  ).toBeVisible();
  expect(portal.callsOf('POST')).toMatchObject([call]);
  // The API is in no list any more; only this dialog can remove the rights.
  expect(
    await screen.findByText('No API is bound here yet.'),
  ).toBeInTheDocument();
  await userEvent.click(dialog.getByText('Finish unbinding'));
  await waitFor(() =>
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
  );
  expect(portal.callsOf('POST')).toMatchObject([call, call]);
});

it('reviews claims without an answer, and keeps rejected what was rejected', async () => {
  const asked = {
    group: '',
    resource: 'configmaps',
    version: 'v1',
    selector: { owner: 'Consumer' as const },
    text: '',
    whole: 'resource: configmaps\n',
  };
  const portal = operatorPortal({
    apis: [
      appClusterApi({
        rejectedClaims: placeSecrets.map(({ whole }) => whole),
        unansweredClaims: [asked],
      }),
    ],
  });
  portal.templates = [
    {
      ...exportTemplate(api(service('instance'))),
      claims: [...placeSecrets, asked],
    },
  ];
  renderPortal(portal, page);
  const dialog = await open('Review…');
  expect(
    await dialog.findByLabelText(/^Accept: May place Secrets/),
  ).not.toBeChecked();
  expect(
    dialog.getByLabelText(/^Accept: May read every ConfigMap/),
  ).toBeChecked();
  await userEvent.click(dialog.getByText('Accept and bind'));
  await waitFor(() =>
    expect(portal.callsOf('POST')).toMatchObject([
      { body: { resource: postgresql, acceptedClaims: [asked] } },
    ]),
  );
});

it('suspends, rotates the token, and gives the manifest for an upgrade', async () => {
  const portal = operatorPortal();
  renderPortal(portal, page);
  let dialog = await open('Upgrade konnector…');
  expect(
    await dialog.findByText('kubectl klutch konnector upgrade'),
  ).toBeVisible();
  await userEvent.click(dialog.getByText('Close'));
  dialog = await open('Suspend…');
  await userEvent.click(dialog.getByText('Suspend'));
  await waitFor(() =>
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
  );
  dialog = await open('Rotate token…');
  await userEvent.click(dialog.getByText('Rotate token'));
  await waitFor(() =>
    expect(
      portal.callsOf('P').map(({ body, ...call }) => [call.path, body]),
    ).toEqual([
      [`${path}/suspension`, { suspended: true }],
      [`${path}/tokens`, undefined],
    ]),
  );
});

it('disables what the clusters would refuse, with their reason', async () => {
  const portal = operatorPortal();
  const message = 'You may not delete bindings on Development apps.';
  portal.appClusterAccess = { unbind: { allowed: false, message } };
  renderPortal(portal, page);
  const button = await screen.findByRole('button', {
    name: 'Unbind PostgreSQL',
    description: message,
  });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('Suspend…').closest('button')).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

it('gives commands where the portal has no kubeconfig', async () => {
  const portal = operatorPortal(
    {},
    platformAppCluster({
      connection: 'konnector',
      reachability: { reachable: false },
    }),
  );
  renderPortal(portal, page);
  const dialog = await open('Unbind…');
  expect(dialog.getByText(`kubectl klutch unbind ${postgresql}`)).toBeVisible();
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
  await userEvent.click(dialog.getByText('Close'));
  const rotate = await open('Rotate token…');
  expect(rotate.getByText(/choose “Revoke tokens…” here/)).toBeVisible();
});

it('lists app clusters a page at a time, and lets the backend search', async () => {
  const portal = operatorPortal();
  portal.platformAppClusters = Array.from({ length: 27 }, (_, at) =>
    platformAppCluster({
      id: `apps-${at}`,
      title: `Shop ${at}`,
      reachability: { reachable: at !== 26 },
    }),
  );
  const { signals } = renderPortal(portal, '/klutch-platform/app-clusters');
  expect(await screen.findByText('Shop 0')).toBeVisible();
  expect(screen.queryByText('Shop 25')).not.toBeInTheDocument();
  await userEvent.click(screen.getByTitle('Next page'));
  expect(await screen.findByText('Shop 25')).toBeVisible();
  const all = portal.platformAppClusters;
  portal.platformAppClusters = all.slice(0, 25);
  await signals.send({ topic: 'platform' });
  expect(await screen.findByText('Shop 0')).toBeVisible();
  await waitFor(() => expect(screen.queryByTitle('Next page')).toBe(null));
  portal.platformAppClusters = all;
  await signals.send({ topic: 'platform' });
  await userEvent.click(await screen.findByLabelText('Search'));
  await userEvent.paste('Shop 26');
  expect(await screen.findByText('The portal cannot reach it')).toBeVisible();
  const queries = portal
    .callsOf('GET /platform/app-cluster-summaries')
    .map(({ query }) => query);
  expect(queries[0]).toEqual({ limit: '25', offset: '0' });
  expect(queries).toContainEqual({ limit: '25', offset: '25' });
  expect(queries.at(-1)).toEqual({
    limit: '25',
    offset: '0',
    search: 'Shop 26',
  });
});
