import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ago,
  api,
  exportTemplate,
  oscar,
  platformAppCluster,
  postgresql,
  service,
} from '../../__testUtils__/fixtures';
import { FakePortal } from '../../__testUtils__/FakePortal';
import { renderPortal } from '../../__testUtils__/renderPortal';

it('approves a request with an answer, and goes on to bind the API there', async () => {
  const portal = new FakePortal();
  portal.me = oscar;
  portal.templates = [exportTemplate(api(service('instance')))];
  portal.platformAppClusters = [platformAppCluster({ bindings: [] })];
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
  renderPortal(portal, '/klutch-platform/exports');
  expect(await screen.findByText('Not answered')).toBeVisible();
  await userEvent.click(screen.getByText('Approve…'));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(
    dialog.getByLabelText('Answer (optional)'),
    'Ready in an hour',
  );
  await userEvent.click(dialog.getByText('Approve and go on'));

  expect(
    await screen.findByText('Bind an API to Development apps'),
  ).toBeVisible();
  expect(
    portal
      .callsOf('POST /platform/service-requests/r1/approval')
      .map(({ body }) => body),
  ).toEqual([{ message: 'Ready in an hour', state: 'Open' }]);
  await userEvent.click(await screen.findByText('Bind'));
  await waitFor(() =>
    expect(portal.callsOf('POST').at(-1)).toMatchObject({
      path: '/platform/app-clusters/apps-dev/bindings',
      body: { resource: postgresql },
    }),
  );
});
