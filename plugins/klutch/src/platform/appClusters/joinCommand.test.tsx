import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ago,
  api,
  exportTemplate,
  oscar,
  placeSecrets,
  platformAppCluster,
  postgresql,
  service,
  servicebindings,
} from '../../__testUtils__/fixtures';
import { FakePortal } from '../../__testUtils__/FakePortal';
import { renderPortal } from '../../__testUtils__/renderPortal';
import type { NewJoinToken } from '../../api/types';

const command = 'curl -d code=once https://portal.test | kubectl apply -f -';

const joinToken = (change: Partial<NewJoinToken> = {}): NewJoinToken => ({
  cluster: 'shop',
  title: 'Shop',
  state: 'Waiting',
  stateText: 'Run the command.',
  further: false,
  expiresAt: ago(-900),
  resources: [postgresql],
  command,
  runsKonnector: true,
  ...change,
});

const joiningAppCluster = platformAppCluster({
  id: 'shop',
  title: 'Shop',
  connection: 'konnector',
  invited: true,
  reachability: { reachable: false, message: 'The portal has no kubeconfig.' },
  bindings: [],
});

function operatorPortal(change: Partial<NewJoinToken> = {}) {
  const portal = new FakePortal();
  portal.me = oscar;
  portal.templates = [exportTemplate(api(service('instance')))];
  portal.platformAppClusters = [{ ...joiningAppCluster }];
  portal.joinToken = joinToken(change);
  return portal;
}

const openDialog = async (portal: FakePortal) => {
  portal.platformAppClusters = [];
  const rendered = renderPortal(portal, '/klutch-platform/app-clusters');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Add with join command' }),
  );
  return rendered;
};
const fillForm = async (rejected?: RegExp) => {
  const dialog = within(screen.getByRole('dialog'));
  for (const [name, text] of Object.entries({ Id: 'shop', Title: 'Shop' })) {
    await userEvent.click(dialog.getByRole('textbox', { name }));
    await userEvent.paste(text);
  }
  await userEvent.click(
    await dialog.findByRole('checkbox', { name: 'PostgreSQL' }),
  );
  if (rejected) await userEvent.click(dialog.getByLabelText(rejected));
  await userEvent.click(
    dialog.getByRole('button', { name: 'Create join command' }),
  );
};

const openBinding = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Bind API…' }));

describe('an app cluster without a kubeconfig', () => {
  it('gets a join command, and the join token’s state is shown until the konnector reports', async () => {
    const portal = operatorPortal();
    const readSecrets = {
      group: '',
      resource: 'secrets',
      version: 'v1',
      selector: { owner: 'Consumer' as const },
      text: '',
      whole: 'owner: Consumer',
    };
    portal.templates = [
      {
        ...exportTemplate(api(service('instance'))),
        claims: [...placeSecrets, readSecrets],
      },
    ];
    const { signals } = await openDialog(portal);
    await fillForm(/^Accept: May read every Secret/);

    const shown = await screen.findByRole('dialog', { name: 'Connect Shop' });
    expect(shown).toHaveTextContent(command);
    expect(shown).toHaveTextContent('shown only once');
    expect(await within(shown).findByText('Run the command.')).toBeVisible();
    expect(portal.callsOf('POST')).toMatchObject([
      {
        path: '/platform/app-cluster-invitations',
        body: {
          id: 'shop',
          title: 'Shop',
          apis: [{ resource: postgresql, acceptedClaims: placeSecrets }],
        },
      },
    ]);

    portal.joinToken = joinToken({
      state: 'Ready',
      stateText: 'Shop is connected.',
    });
    await signals.send({ topic: 'platform' });
    expect(await within(shown).findByText('Shop is connected.')).toBeVisible();
    expect(
      within(shown).queryByRole('button', { name: 'Cancel the join command' }),
    ).not.toBeInTheDocument();
  });

  it('is not lost with Escape: the dialog asks first', async () => {
    await openDialog(operatorPortal());
    await fillForm();
    const shown = await screen.findByRole('dialog', { name: 'Connect Shop' });
    await userEvent.keyboard('{Escape}');
    expect(
      within(shown).getByText('The command is not shown again.'),
    ).toBeVisible();
    await userEvent.click(within(shown).getByText('Keep it open'));
    expect(shown).toHaveTextContent(command);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(shown).getAllByText('Close')[0] as Element);
    await waitFor(() =>
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
    );
  });

  it('mentions when no konnector is configured', async () => {
    await openDialog(operatorPortal({ runsKonnector: false }));
    await fillForm();
    expect(await screen.findByText(/starts no konnector/)).toBeVisible();
  });

  it('can be cancelled in the dialog with the join command', async () => {
    const portal = operatorPortal();
    await openDialog(portal);
    await fillForm();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Cancel the join command' }),
    );
    await waitFor(() =>
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
    );
    expect(portal.callsOf('DELETE')).toHaveLength(1);
  });

  it('requires an offered API', async () => {
    const portal = operatorPortal();
    portal.templates = [];
    await openDialog(portal);
    expect(await screen.findByText(/No API is offered/)).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Create join command' }),
    ).toBeDisabled();
  });

  it('keeps the dialog open when the request is refused', async () => {
    const portal = operatorPortal();
    portal.fail('POST /platform/app-cluster-invitations', {
      status: 404,
      message: 'It is not offered to you.',
    });
    await openDialog(portal);
    await fillForm();
    expect(await screen.findByText('It is not offered to you.')).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Create join command' }),
    ).toBeEnabled();
  });

  it('shows the portal’s limits on its page, and can be cancelled after the join token expired', async () => {
    const portal = operatorPortal({
      state: 'Expired',
      stateText: 'The command was not run in time.',
    });
    renderPortal(portal, '/klutch-platform/app-clusters/shop');
    expect(
      await screen.findByText('The command was not run in time.'),
    ).toBeVisible();
    expect(screen.getByText('The portal has no kubeconfig.')).toBeVisible();
    await userEvent.click(
      screen.getByRole('button', { name: 'Cancel the join command' }),
    );
    await waitFor(() =>
      expect(portal.callsOf('DELETE').map(({ path }) => path)).toEqual([
        '/platform/app-cluster-invitations/shop',
      ]),
    );
  });

  it('hides the join token once all APIs are ready', async () => {
    const portal = operatorPortal({
      state: 'Ready',
      stateText: 'Shop is connected.',
    });
    renderPortal(portal, '/klutch-platform/app-clusters/shop');
    expect(
      await screen.findByText('Shop is connected through its konnector only'),
    ).toBeVisible();
    await waitFor(() =>
      expect(
        portal.callsOf('GET /platform/app-cluster-invitations'),
      ).not.toEqual([]),
    );
    expect(screen.queryByText('Shop is connected.')).not.toBeInTheDocument();
  });

  it('preselects the APIs of an unused join command', async () => {
    const portal = operatorPortal();
    renderPortal(portal, '/klutch-platform/app-clusters/shop');
    await openBinding();
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/an unused join command/)).toBeVisible();
    expect(
      await dialog.findByRole('checkbox', { name: 'PostgreSQL' }),
    ).toBeChecked();
    await userEvent.click(
      dialog.getByRole('button', { name: 'Create join command' }),
    );
    expect(
      await screen.findByRole('dialog', { name: 'Connect Shop' }),
    ).toHaveTextContent(command);
  });
});

it('leaves out an API of the unused join command that the operator may no longer bind', async () => {
  const portal = operatorPortal({ resources: [postgresql, servicebindings] });
  const other = api(service('binding'), { title: 'Service binding' });
  portal.templates = [
    { ...exportTemplate(api(service('instance'))), mayBind: false },
    exportTemplate(other),
  ];
  renderPortal(portal, '/klutch-platform/app-clusters/shop');
  await openBinding();
  const dialog = within(screen.getByRole('dialog'));
  expect(
    await dialog.findByRole('checkbox', { name: 'Service binding' }),
  ).toBeChecked();
  const refused = dialog.getByRole('checkbox', { name: /^PostgreSQL/ });
  expect(refused).toBeDisabled();
  expect(refused).not.toBeChecked();
  await userEvent.click(
    dialog.getByRole('button', { name: 'Create join command' }),
  );
  await screen.findByRole('dialog', { name: 'Connect Shop' });
  expect(portal.callsOf('POST')).toMatchObject([
    { body: { apis: [{ resource: servicebindings }] } },
  ]);
});

describe('a connected app cluster without a kubeconfig', () => {
  const connected = (change: Partial<NewJoinToken> = {}) => {
    const portal = operatorPortal({ state: 'Ready', ...change });
    const other = api(service('binding'), { title: 'Service binding' });
    portal.templates.push(exportTemplate(other));
    const bindings = [{ name: postgresql, ready: true, conditions: [] }];
    portal.platformAppClusters = [{ ...joiningAppCluster, bindings }];
    return portal;
  };

  it('binds further APIs with another join command', async () => {
    const portal = connected();
    renderPortal(portal, '/klutch-platform/app-clusters/shop');
    await openBinding();
    const dialog = within(screen.getByRole('dialog'));
    expect(
      await dialog.findByRole('checkbox', {
        name: 'PostgreSQL (bound here already)',
      }),
    ).not.toBeChecked();
    const create = dialog.getByRole('button', { name: 'Create join command' });
    expect(create).toBeDisabled();
    await userEvent.click(
      dialog.getByRole('checkbox', { name: 'Service binding' }),
    );
    portal.joinToken = joinToken({ further: true });
    await userEvent.click(create);

    const shown = await screen.findByRole('dialog', {
      name: 'Bind APIs to Shop',
    });
    expect(shown).toHaveTextContent(command);
    expect(portal.callsOf('POST')).toMatchObject([
      {
        path: '/platform/app-cluster-invitations/shop',
        body: { apis: [{ resource: servicebindings }] },
      },
    ]);
  });

  it('can have the further join command cancelled', async () => {
    const portal = connected({ state: 'Expired', further: true });
    renderPortal(portal, '/klutch-platform/app-clusters/shop');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Cancel the join command' }),
    );
    expect(
      await screen.findByText('The join command of Shop is cancelled'),
    ).toBeInTheDocument();
  });

  it('does not request a join token when there is none', async () => {
    const portal = connected();
    portal.platformAppClusters = [{ ...joiningAppCluster, invited: false }];
    renderPortal(portal, '/klutch-platform/app-clusters/shop');
    await openBinding();
    expect(
      await screen.findByRole('checkbox', { name: 'Service binding' }),
    ).toBeEnabled();
    expect(portal.callsOf('GET /platform/app-cluster-invitations')).toEqual([]);
  });

  it('accepts a kubeconfig, and then behaves like an app cluster added with a kubeconfig', async () => {
    const portal = connected();
    renderPortal(portal, '/klutch-platform/app-clusters/shop');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Add kubeconfig…' }),
    );
    const dialog = within(screen.getByRole('dialog'));
    const store = dialog.getByRole('button', { name: 'Check and store' });
    expect(store).toBeDisabled();
    await userEvent.click(dialog.getByRole('textbox', { name: 'Kubeconfig' }));
    await userEvent.paste('clusters: [{name: shop}]');
    await userEvent.click(store);
    expect(
      await screen.findByText('The kubeconfig of Shop is stored'),
    ).toBeInTheDocument();
    expect(portal.callsOf('PUT')).toMatchObject([
      {
        path: '/platform/app-clusters/shop/kubeconfig',
        body: { kubeconfig: 'clusters: [{name: shop}]' },
      },
    ]);
    expect(
      await screen.findByRole('button', { name: 'Replace kubeconfig…' }),
    ).toBeVisible();
    expect(
      screen.queryByText('Shop is connected through its konnector only'),
    ).not.toBeInTheDocument();
  });

  it('keeps the dialog open when the kubeconfig is refused', async () => {
    const portal = connected();
    portal.fail('PUT /platform/app-clusters/shop/kubeconfig', {
      status: 422,
      message: 'This kubeconfig leads to another cluster.',
    });
    renderPortal(portal, '/klutch-platform/app-clusters/shop');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Add kubeconfig…' }),
    );
    await userEvent.click(screen.getByRole('textbox', { name: 'Kubeconfig' }));
    await userEvent.paste('clusters: [{name: shop}]');
    await userEvent.click(
      screen.getByRole('button', { name: 'Check and store' }),
    );
    expect(
      await screen.findByText('This kubeconfig leads to another cluster.'),
    ).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Check and store' }),
    ).toBeEnabled();
  });
});
