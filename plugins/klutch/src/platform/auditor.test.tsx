/** No platform page has a live button that changes something for people who may only read it, whichever buttons it has. */
import { screen } from '@testing-library/react';
import {
  appClusterApi,
  api,
  exportTemplate,
  oscar,
  placeSecrets,
  platformAppCluster,
  postgresql,
  service,
} from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

/** Buttons that only read or show something, by the beginning of their name. */
const reading =
  /^(History of|Check again|Copy |Show |Older|Newer|Upgrade konnector)/;

function auditedPortal() {
  const instances = api(service('instance'));
  const portal = new FakePortal();
  portal.me = { ...oscar, mayManage: false };
  portal.apis = [
    instances,
    api(service('binding'), { offered: false, boundOn: [] }),
  ];
  portal.templates = [exportTemplate(instances)];
  portal.platformAppClusters = [platformAppCluster()];
  portal.appClusterDetails = {
    'apps-dev': {
      konnector: { version: 'v0.0.9', offered: 'v0.1.0', isOutdated: true },
      apis: [
        appClusterApi({
          unansweredClaims: placeSecrets,
          pausedDeletions: { count: 12, message: '12 wait: team-a/orders-db' },
        }),
      ],
    },
  };
  portal.serviceRequests = [
    {
      id: 'r1',
      resource: postgresql,
      title: 'PostgreSQL',
      cluster: 'apps-dev',
      user: 'user:default/alice',
      requestedAt: '2026-11-28T09:00:00Z',
    },
  ];
  return portal;
}

const nameOf = (button: Element) =>
  button.getAttribute('aria-label') ?? button.textContent ?? '';

it.each<[page: string, loaded: string]>([
  ['export-templates', 'Withdraw…'],
  ['app-clusters', '1 request for a service waits'],
  ['exports', 'Approve…'],
  ['control-plane', 'Check again'],
  ['set-up', 'Check again'],
  ['app-clusters/apps-dev', 'Offboard…'],
])('%s', async (page, loaded) => {
  renderPortal(auditedPortal(), `/klutch-platform/${page}`);
  await screen.findByText(loaded);
  const buttons = [
    ...document.querySelectorAll<HTMLButtonElement>('main button'),
  ];
  const live = buttons.filter(
    button =>
      !button.disabled &&
      button.getAttribute('aria-disabled') !== 'true' &&
      !reading.test(nameOf(button)),
  );
  expect(buttons).not.toEqual([]);
  expect(live.map(nameOf)).toEqual([]);
});
