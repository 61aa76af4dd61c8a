import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, fullAccess } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

const page =
  '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db/connect';

function portalWith(...claims: FakePortal['claims']): FakePortal {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db'), ...claims];
  return portal;
}

const rotateButton = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};

it('leads from old to new credentials, while both are valid', async () => {
  const portal = portalWith(claim('binding', 'web'));
  portal.workloads = {
    items: [{ kind: 'Deployment', name: 'shop' }],
    complete: true,
  };
  const { signals } = renderPortal(portal, page);
  await userEvent.click(await rotateButton('Rotate credentials of web'));
  const dialog = screen.getByRole('dialog');
  const create = within(dialog).getByRole('button', { name: 'Create web-2' });
  await waitFor(() => expect(create).toBeEnabled());
  await userEvent.click(create);

  expect(
    await within(dialog).findByText(/web-2 is being created/),
  ).toBeVisible();
  expect(portal.callsOf('POST').at(-1)?.body).toMatchObject({
    name: 'web-2',
    replaces: 'web',
    spec: { instanceRef: 'orders-db' },
  });

  const successor = portal.claims.find(({ name }) => name === 'web-2');
  Object.assign(successor ?? {}, { state: 'Ready', stateText: 'Ready' });
  await signals.send({ topic: 'claims' });
  expect(
    await within(dialog).findByText(
      'Both are valid now. Change your applications from the Secret web-creds to the Secret web-2-creds, and restart them.',
    ),
  ).toBeVisible();
  expect(await within(dialog).findByText('shop')).toBeVisible();
  expect(
    within(dialog).getByText(
      'kubectl -n team-a rollout restart deployment/shop',
    ),
  ).toBeVisible();
  expect(portal.callsOf('DELETE')).toEqual([]);

  await userEvent.click(
    within(dialog).getByRole('button', { name: 'Delete web anyway' }),
  );
  await waitFor(() => expect(portal.callsOf('DELETE')).toHaveLength(1));
  expect(portal.callsOf('DELETE')[0]).toMatchObject({
    path: expect.stringMatching(/\/web$/),
    query: { confirm: 'web', uid: claim('binding', 'web').uid },
  });
  await signals.send({ topic: 'claims' });
  expect(
    await within(dialog).findByText(/web-2 takes their place/),
  ).toBeVisible();
});

it('continues a rotation that somebody began, and says when no workload uses the old Secret', async () => {
  const portal = portalWith(
    claim('binding', 'web'),
    claim('binding', 'web-2', { replaces: 'web' }),
  );
  renderPortal(portal, page);
  expect(await screen.findByText('Being replaced by web-2')).toBeVisible();
  await userEvent.click(await rotateButton('Continue rotation of web'));
  const dialog = screen.getByRole('dialog');
  expect(
    await within(dialog).findByText(/No workload in the namespace/),
  ).toBeVisible();
  expect(
    within(dialog).getByRole('button', { name: 'Delete web' }),
  ).toBeEnabled();
});

it('says that the new service binding failed, and deletes nothing, because it may have worked before', async () => {
  const portal = portalWith(
    claim('binding', 'web'),
    claim('binding', 'web-2', {
      replaces: 'web',
      state: 'Failed',
      message: 'No more roles.',
    }),
  );
  renderPortal(portal, page);
  await userEvent.click(await rotateButton('Continue rotation of web'));
  const dialog = screen.getByRole('dialog');
  expect(await within(dialog).findByText(/^web-2 failed/)).toBeVisible();
  expect(within(dialog).getByText(/No more roles/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(portal.callsOf('DELETE')).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
});

it('says when the user may not list workloads, or the app cluster is away', async () => {
  const portal = portalWith(
    claim('binding', 'web'),
    claim('binding', 'web-2', { replaces: 'web' }),
  );
  portal.workloads = { items: [], complete: false };
  renderPortal(portal, page);
  await userEvent.click(await rotateButton('Continue rotation of web'));
  expect(
    await screen.findByText(/You may not list all workloads/),
  ).toBeVisible();
  expect(screen.queryByText(/No workload in the namespace/)).toBe(null);
  expect(screen.getByText('Delete web anyway')).toBeVisible();
});

it('goes on to the next name when something that the person does not see has one, also of another instance', async () => {
  const portal = portalWith(claim('binding', 'web'));
  let isRefused = false;
  portal.fail('POST /claims', () => {
    if (isRefused) return undefined;
    isRefused = true;
    return { status: 409, message: 'It exists.' };
  });
  renderPortal(portal, page);
  await userEvent.click(await rotateButton('Rotate credentials of web'));
  const dialog = screen.getByRole('dialog');
  const create = within(dialog).getByRole('button', { name: 'Create web-2' });
  await waitFor(() => expect(create).toBeEnabled());
  await userEvent.click(create);
  const next = await within(dialog).findByRole('button', {
    name: 'Create web-3',
  });
  await userEvent.click(next);
  expect(
    await within(dialog).findByText(/web-3 is being created/),
  ).toBeVisible();
});

it('does not begin without the right to delete the old credentials', async () => {
  const portal = portalWith(claim('binding', 'web'));
  portal.may = { ...fullAccess, delete: [] };
  renderPortal(portal, page);
  const rotate = await screen.findByRole('button', {
    name: 'Rotate credentials of web',
  });
  await waitFor(() => expect(rotate).toHaveAttribute('aria-disabled', 'true'));
  await userEvent.hover(rotate);
  expect(await screen.findByText(/may not delete/)).toBeVisible();
});

it('says that the old credentials are protected, and removes the protection in their row', async () => {
  const portal = portalWith(
    claim('binding', 'web', { protected: true }),
    claim('binding', 'web-2', { replaces: 'web' }),
  );
  const { signals } = renderPortal(portal, page);
  await userEvent.click(await rotateButton('Continue rotation of web'));
  const dialog = screen.getByRole('dialog');
  expect(
    await within(dialog).findByText(/web is protected from deletion\. Remove/),
  ).toBeVisible();
  expect(
    await within(dialog).findByRole('button', { name: 'Delete web' }),
  ).toBeDisabled();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));

  expect(screen.queryByRole('button', { name: 'Delete binding web' })).toBe(
    null,
  );
  await userEvent.click(await rotateButton('Remove the protection of web'));
  await waitFor(() =>
    expect(portal.callsOf('PATCH').at(-1)?.body).toEqual({ protected: false }),
  );
  await signals.send({ topic: 'claims' });
  expect(await rotateButton('Delete binding web')).toBeVisible();
});

it('does not replace or delete what a GitOps tool applies, because the tool would create it again', async () => {
  const portal = portalWith(
    claim('binding', 'web', { managedBy: { tool: 'argocd', name: 'shop' } }),
  );
  renderPortal(portal, page);
  for (const name of ['Rotate credentials of web', 'Delete binding web']) {
    const button = await screen.findByRole('button', { name });
    await waitFor(() =>
      expect(button).toHaveAttribute('aria-disabled', 'true'),
    );
    await userEvent.hover(button);
    expect(
      await screen.findByText(/Managed by Argo CD: change it/),
    ).toBeVisible();
    await userEvent.unhover(button);
  }
});
