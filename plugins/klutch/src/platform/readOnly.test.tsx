/** The platform pages for people who may read them, but change nothing: auditors. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ago,
  api,
  exportTemplate,
  oscar,
  platformAppCluster,
  postgresql,
  service,
} from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

function auditedPortal() {
  const instances = api(service('instance'));
  const portal = new FakePortal();
  portal.me = { ...oscar, mayManage: false };
  portal.apis = [
    instances,
    api(service('binding'), { offered: false, boundOn: [] }),
  ];
  portal.templates = [exportTemplate(instances)];
  portal.platformAppClusters = [platformAppCluster({ invited: true })];
  portal.joinToken = {
    cluster: 'apps-dev',
    title: 'Development apps',
    state: 'Waiting',
    stateText: 'Run the command.',
    further: false,
    expiresAt: ago(-900),
    resources: [postgresql],
    command: 'kubectl apply',
    runsKonnector: true,
  };
  portal.serviceRequests = [
    {
      id: 'r1',
      resource: postgresql,
      title: 'PostgreSQL',
      cluster: 'apps-dev',
      user: 'user:default/alice',
      requestedAt: ago(60),
    },
  ];
  return portal;
}

it.each<[page: string, buttons: string[]]>([
  ['export-templates', ['Withdraw PostgreSQL', 'Offer ServiceBinding']],
  ['app-clusters', ['Add app cluster', 'Add with join command']],
  ['exports', ['Refuse the request for PostgreSQL by user:default/alice']],
  [
    'app-clusters/apps-dev',
    [
      'Bind API…',
      'Replace kubeconfig…',
      'Revoke tokens…',
      'Offboard…',
      'Cancel the join command',
    ],
  ],
])('%s has no live button, and says whom to ask', async (page, buttons) => {
  const portal = auditedPortal();
  renderPortal(portal, `/klutch-platform/${page}`);
  for (const name of buttons) {
    const button = await screen.findByRole('button', {
      name,
      description:
        'You may not change the data platform. Ask a platform operator for permission to manage it.',
    });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
  }
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(portal.callsOf('DELETE')).toEqual([]);
});
