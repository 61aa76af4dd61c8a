import { explain } from '@klutch/backstage-plugin-klutch-common';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  appClusterApi,
  ago,
  alice,
  api,
  exportTemplate,
  oscar,
  placeSecrets,
  platformAppCluster,
  postgresql,
  service,
  servicebindings,
} from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

const instances = api(service('instance'));
const bindings = api(service('binding'), {
  title: 'Service binding',
  boundOn: [],
});

function operatorPortal() {
  const portal = new FakePortal();
  portal.me = oscar;
  portal.apis = [instances, bindings];
  portal.templates = [exportTemplate(instances)];
  portal.platformAppClusters = [platformAppCluster()];
  return portal;
}

const { message, params, reason } = explain('KonnectorSilent', {
  at: ago(300),
});
const silent = {
  healthText: message,
  healthReason: reason,
  healthParams: params,
};

describe('platform pages', () => {
  it('are for operators only, and show the required permission', async () => {
    const portal = operatorPortal();
    portal.me = alice;
    renderPortal(portal, '/klutch-platform');

    expect(
      await screen.findByText('The platform pages are for operators'),
    ).toBeVisible();
    expect(
      screen.getByText(/You are signed in as user:default\/alice/),
    ).toHaveTextContent('klutch.platform.read');
    expect(
      screen.queryByRole('tab', { name: 'App clusters' }),
    ).not.toBeInTheDocument();
    expect(portal.callsOf('GET /platform')).toEqual([]);
  });

  it('R11: warn when permissions are disabled in Backstage', async () => {
    const portal = operatorPortal();
    renderPortal(portal, '/klutch-platform');
    await screen.findByRole('button', { name: 'Offer Service binding' });
    const title = 'Every user is an operator here';
    expect(screen.queryByText(title)).not.toBeInTheDocument();
    expect(screen.queryByText(/klutch\.mountPath/)).not.toBeInTheDocument();
    cleanup();

    portal.me = { ...oscar, permissionsEnabled: false };
    renderPortal(portal, '/klutch-platform');
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(/permission\.enabled/)).toBeVisible();
  });

  it('warn when links of the backend lead to another path', async () => {
    const portal = operatorPortal();
    portal.me = { ...oscar, mountPath: '/data' };
    renderPortal(portal, '/klutch-platform');
    expect(
      await screen.findByText(/Set klutch\.mountPath to \/klutch\./),
    ).toBeVisible();
  });

  it('show the health of app clusters', async () => {
    const portal = operatorPortal();
    portal.platformAppClusters.push(
      platformAppCluster({
        id: 'apps-prod',
        title: 'Production apps',
        ...silent,
        reachability: { reachable: false, since: ago(300) },
        lastHeartbeatAt: ago(300),
        bindings: [],
      }),
    );
    portal.platformAppClusters.push(
      platformAppCluster({
        id: 'apps-edge',
        title: 'Edge apps',
        healthReason: 'KonnectorHealthy',
        reachability: { reachable: false, message: 'It does not answer.' },
      }),
      platformAppCluster({
        id: 'shop',
        title: 'Shop',
        connection: 'konnector',
        healthText: 'Not bound to anything yet',
        konnectorVersion: undefined,
        reachability: { reachable: false, message: 'It has no kubeconfig.' },
      }),
    );
    portal.appClusterDetails = {
      'apps-edge': {
        apis: [
          appClusterApi({
            unansweredClaims: placeSecrets,
          }),
        ],
      },
    };
    renderPortal(portal, '/klutch-platform/app-clusters');

    expect(
      await screen.findByRole('row', {
        name: /Development apps apps-dev Healthy version 0.1.0 \d+ s ago – 1 API/,
      }),
    ).toBeVisible();
    expect(screen.getByText('Edge apps').closest('tr')).toHaveTextContent(
      /The portal cannot reach itIt does not answer\.version.*1 API1 permission claim without an answer$/,
    );
    expect(screen.getByText('Shop').closest('tr')).toHaveTextContent(
      /Not connected yetNot bound to anything yetNot/,
    );
    expect(
      screen.getByRole('row', {
        name: /Production apps apps-prod Not working Konnector lost: .* 5 min ago – 0 APIs/,
      }),
    ).toBeVisible();
  });

  it('bind an offered API with the permission claims that are accepted', async () => {
    const portal = operatorPortal();
    const readConfigMaps = {
      group: '',
      resource: 'configmaps',
      version: 'v1',
      selector: { owner: 'Consumer' as const },
      required: true,
      text: '',
      whole: 'resource: configmaps\n',
    };
    portal.templates.push({
      ...exportTemplate(bindings),
      claims: [...placeSecrets, readConfigMaps],
    });
    renderPortal(portal, '/klutch-platform/app-clusters/apps-dev');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Bind API…' }),
    );
    const dialog = screen.getByRole('dialog');
    await userEvent.click(
      await within(dialog).findByRole('button', { name: /^API/ }),
    );
    expect(
      screen.getByRole('option', { name: 'PostgreSQL (bound here already)' }),
    ).toBeVisible();
    await userEvent.click(
      screen.getByRole('option', { name: 'Service binding' }),
    );

    expect(dialog).toHaveTextContent(
      'May place Secrets into the namespaces of app clusters that use the API.',
    );
    expect(within(dialog).getAllByText('The whole claim')).toHaveLength(2);
    expect(dialog).toHaveTextContent('Medium risk: May read every object of');
    expect(dialog).toHaveTextContent('Required: the API does not work until');
    await userEvent.click(
      within(dialog).getByLabelText(/^Accept: May read every ConfigMap/),
    );
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Accept and bind' }),
    );
    await waitFor(() =>
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
    );
    expect(portal.callsOf('POST')).toMatchObject([
      {
        path: '/platform/app-clusters/apps-dev/bindings',
        body: { resource: servicebindings, acceptedClaims: placeSecrets },
      },
    ]);
  });

  it('say why the control plane would refuse another app cluster', async () => {
    const portal = operatorPortal();
    const answer = {
      allowed: false,
      ...explain('Forbidden', {
        action: 'register app clusters',
        cluster: 'the control plane',
        user: 'klutch:oscar',
      }),
    };
    portal.platformAccess = { register: answer, invite: answer };
    renderPortal(portal, '/klutch-platform/app-clusters');
    for (const label of ['Add app cluster', 'Add with join command']) {
      const button = await screen.findByRole('button', {
        name: label,
        description: /You may not register app clusters/,
      });
      expect(button).toHaveAttribute('aria-disabled', 'true');
    }
  });

  it('validate a kubeconfig before sending, and show the backend’s errors', async () => {
    const portal = operatorPortal();
    portal.fail('POST /platform/app-clusters', {
      status: 422,
      message: 'The API server does not answer.',
      causes: [{ field: 'kubeconfig', message: 'connection refused' }],
    });
    renderPortal(portal, '/klutch-platform/app-clusters');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Add app cluster' }),
    );
    const dialog = screen.getByRole('dialog');
    const id = within(dialog).getByRole('textbox', { name: 'Id' });
    const kubeconfig = within(dialog).getByRole('textbox', {
      name: 'Kubeconfig',
    });
    await userEvent.type(id, 'apps-dev');
    expect(dialog).toHaveTextContent(
      'There is an app cluster apps-dev already.',
    );
    await userEvent.type(id, '-2');
    await userEvent.type(
      within(dialog).getByRole('textbox', { name: 'Title' }),
      'Shop',
    );
    await userEvent.click(kubeconfig);
    await userEvent.paste('kind: Pod');
    expect(dialog).toHaveTextContent(
      'This is not a kubeconfig: it has no clusters.',
    );
    const action = within(dialog).getByRole('button', {
      name: 'Check and add',
    });
    expect(action).toBeDisabled();
    await userEvent.clear(kubeconfig);
    await userEvent.click(kubeconfig);
    await userEvent.paste('clusters: [{name: shop}]');
    await userEvent.click(action);

    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('The API server does not answer.');
    expect(alert).toHaveTextContent('kubeconfig: connection refused');
    expect(portal.callsOf('POST').map(call => call.body)).toEqual([
      {
        id: 'apps-dev-2',
        title: 'Shop',
        kubeconfig: 'clusters: [{name: shop}]',
      },
    ]);
  });

  it('list the services that users asked for, until they are refused', async () => {
    const portal = operatorPortal();
    portal.serviceRequests = [
      {
        id: 'r1',
        resource: 'mariadbinstances.anynines.com',
        title: 'MariaDB',
        cluster: 'apps-dev',
        user: 'user:default/alice',
        note: 'orders of the shop',
        requestedAt: '2026-11-20T10:00:00Z',
      },
    ];
    renderPortal(portal, '/klutch-platform/app-clusters');
    await userEvent.click(
      await screen.findByText('1 request for a service waits'),
    );

    const table = await screen.findByRole('table', {
      name: 'Requested services',
    });
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(
      /^MariaDB.*alice.*orders of the shop/,
    );
    await userEvent.click(
      screen.getByRole('button', {
        name: /^Refuse the request for MariaDB by /,
      }),
    );
    await userEvent.type(
      screen.getByLabelText('Answer (optional)'),
      'Use PostgreSQL',
    );
    await userEvent.click(
      screen.getByRole('button', { name: 'Refuse request' }),
    );

    await waitFor(() =>
      expect(
        screen.queryByRole('table', { name: 'Requested services' }),
      ).not.toBeInTheDocument(),
    );
    expect(
      portal
        .callsOf('DELETE /platform/service-requests/r1')
        .map(({ body }) => body),
    ).toEqual([{ message: 'Use PostgreSQL', state: 'Open' }]);
  });

  it('list exports, with waiting requests on top', async () => {
    const portal = operatorPortal();
    portal.exportRequests = [
      {
        cluster: 'apps-dev',
        clusterNamespace: 'cluster-x1',
        name: 'done',
        resources: [postgresql],
        phase: 'Succeeded',
        conditions: [],
      },
      {
        cluster: 'apps-dev',
        clusterNamespace: 'cluster-x1',
        name: 'waiting',
        resources: [servicebindings],
        phase: 'Pending',
        conditions: [],
      },
    ];
    portal.exports = [
      {
        cluster: 'apps-dev',
        clusterNamespace: 'cluster-x1',
        name: postgresql,
        state: 'Failing',
        claims: placeSecrets,
        conditions: [
          { type: 'ConsumerInSync', status: 'False', message: 'It is behind.' },
        ],
      },
      {
        cluster: 'cluster-gone',
        clusterNamespace: 'cluster-gone',
        name: postgresql,
        state: 'Ready',
        claims: [],
        conditions: [],
      },
    ];
    renderPortal(portal, '/klutch-platform/exports?cluster=apps-dev');

    const requests = await screen.findByRole('table', {
      name: 'Export requests',
    });
    expect(
      within(requests)
        .getAllByRole('row')
        .slice(1)
        .map(row => row.textContent),
    ).toEqual([
      expect.stringMatching(/^waiting.*Waiting/),
      expect.stringMatching(/^done.*Done/),
    ]);
    expect(
      screen.getByRole('row', {
        name: /PostgreSQL postgresqlinstances.* ConsumerInSync: not met It is behind/,
      }),
    ).toBeVisible();
    const exports = within(screen.getByRole('table', { name: 'Exports' }));
    expect(exports.getByText('cluster-gone').closest('a')).toBeNull();
    expect(exports.getByText('Development apps')).toHaveAttribute(
      'href',
      '/klutch-platform/app-clusters/apps-dev',
    );

    const chosen = screen.getByLabelText(/^App cluster/);
    expect(chosen).toHaveTextContent('Development apps');
    await userEvent.click(screen.getByText('Clear filters'));
    expect(chosen).toHaveTextContent('Any');
    expect(portal.callsOf('GET /platform/exports').at(-1)?.query).toEqual({
      limit: '25',
      offset: '0',
    });
  });
});

describe('an app cluster', () => {
  const path = '/klutch-platform/app-clusters';
  const choose = async (portal: FakePortal, action: string) => {
    const [{ id } = { id: '' }] = portal.platformAppClusters;
    const rendered = renderPortal(portal, `${path}/${id}`);
    await userEvent.click(await screen.findByRole('button', { name: action }));
    return { id, rendered, dialog: within(await screen.findByRole('dialog')) };
  };

  it('has its tokens revoked after the effect is explained', async () => {
    const portal = operatorPortal();
    const { dialog, id } = await choose(portal, 'Revoke tokens…');
    expect(dialog.getByText(/are refused within seconds/)).toBeVisible();
    await userEvent.click(
      dialog.getByRole('button', { name: 'Revoke all tokens' }),
    );
    await waitFor(() =>
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
    );
    expect(portal.callsOf('DELETE').map(call => call.path)).toEqual([
      `/platform/app-clusters/${id}/tokens`,
    ]);
  });

  const preview = (liveObjects: number) => ({
    clusterNamespace: 'cluster-x',
    liveObjects,
    text: 'klutch-portal#app-cluster#apps-dev in cluster-x',
    uncounted: [],
    apis: ['PostgreSQL'],
    namespaces: [
      {
        namespace: 'team-a',
        deleted: true,
        objects: [
          {
            resource: postgresql,
            title: 'PostgreSQL',
            data: true,
            count: liveObjects,
          },
          { resource: 'secrets', title: 'secrets', data: false, count: 3 },
        ],
      },
    ],
  });

  it('is offboarded after a preview in people’s words, and after typing its name', async () => {
    const portal = operatorPortal();
    portal.offboarding = preview(2);
    const { dialog, id } = await choose(portal, 'Offboard…');
    expect(
      await dialog.findByText('Namespace team-a: PostgreSQL (2)'),
    ).toBeVisible();
    expect(
      dialog.getByText('2 services are deleted with their data'),
    ).toBeVisible();
    expect(dialog.getByText(/APIs are still bound/)).toBeVisible();
    expect(screen.getByRole('dialog')).not.toHaveTextContent(
      /klutch-portal#|cluster-x/,
    );
    const button = dialog.getByRole('button', { name: 'Offboard' });
    expect(button).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox'), 'Development apps');
    await userEvent.click(button);
    expect(
      await screen.findByRole('button', { name: 'Add with join command' }),
    ).toBeVisible();
    expect(portal.callsOf('POST')).toMatchObject([
      {
        path: `/platform/app-clusters/${id}/offboarding`,
        body: { confirm: 'Development apps', liveObjects: 2, uncounted: [] },
      },
    ]);
  });

  it('is not offboarded with more objects than previewed, and refreshes the preview', async () => {
    const portal = operatorPortal();
    portal.offboarding = preview(2);
    const { dialog, id } = await choose(portal, 'Offboard…');
    expect(await dialog.findByText(/^2 services/)).toBeVisible();
    portal.fail(`POST /platform/app-clusters/${id}/offboarding`, {
      status: 409,
      message: 'Nothing was changed. Check the preview again.',
    });
    portal.offboarding = preview(3);
    await userEvent.type(dialog.getByRole('textbox'), 'Development apps');
    await userEvent.click(dialog.getByRole('button', { name: 'Offboard' }));
    expect(await dialog.findByText(/^3 services/)).toBeVisible();
    expect(dialog.getAllByText(/Check the preview again/)[0]).toBeVisible();
  });
});
