import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ago, appCluster, claim } from './__testUtils__/fixtures';
import { FakePortal } from './__testUtils__/FakePortal';
import { renderPortal } from './__testUtils__/renderPortal';

const unreachable = appCluster({
  reachability: { reachable: false, since: ago(240), message: 'It is off.' },
});

describe('states of pages', () => {
  it('shows a skeleton while loading', async () => {
    const portal = new FakePortal();
    const release = portal.hold('GET /services');
    renderPortal(portal, '/klutch');

    expect(
      await screen.findByRole('progressbar', { name: 'Loading data services' }),
    ).toBeVisible();
    release();
    expect(
      await screen.findByRole('article', { name: 'PostgreSQL' }),
    ).toBeVisible();
  });

  it('shows whom to ask when access is forbidden, with the raw response in a disclosure', async () => {
    const portal = new FakePortal();
    portal.fail('GET /claims', {
      status: 403,
      message: 'You may not see service instances.',
    });
    renderPortal(portal, '/klutch/instances');

    expect(
      await screen.findByText('You may not see service instances.'),
    ).toBeVisible();
    expect(
      screen.getByText(
        /Ask a platform operator, or an owner of the namespace, for access as klutch:alice/,
      ),
    ).toBeVisible();
    const raw = screen.getByLabelText('Technical details');
    expect(raw).not.toBeVisible();
    await userEvent.click(screen.getByText('Technical details'));
    expect(raw).toBeVisible();
  });

  it('offers to sign in again when the session has ended', async () => {
    const portal = new FakePortal();
    portal.fail('GET /claims', { status: 401, message: 'Invalid token' });
    const { identity } = renderPortal(portal, '/klutch/instances');

    expect(await screen.findByText('Your session has ended')).toBeVisible();
    expect(screen.queryByText('Invalid token')).not.toBeInTheDocument();
    await userEvent.click(
      screen.getByRole('button', { name: 'Sign in again' }),
    );
    expect(identity.signOut).toHaveBeenCalledTimes(1);
  });

  it('names the unreachable cluster when the portal reports one', async () => {
    const portal = new FakePortal();
    portal.fail('GET /claims', {
      status: 503,
      message: 'Development apps cannot be reached.',
    });
    renderPortal(portal, '/klutch/instances');

    expect(await screen.findByText('Not available right now')).toBeVisible();
    expect(
      screen.getByText('Development apps cannot be reached.'),
    ).toBeVisible();
  });

  it('retries automatically while the portal does not respond', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    portal.fail('GET /claims', 'down');
    renderPortal(portal, '/klutch/instances');

    expect(
      await screen.findByText('The portal cannot be reached'),
    ).toBeVisible();
    expect(screen.getByText(/^This page retries automatically/)).toBeVisible();
    portal.recover();
    expect(
      await screen.findByRole('link', { name: 'orders-db' }),
    ).toBeVisible();
    expect(
      screen.queryByText('The portal cannot be reached'),
    ).not.toBeInTheDocument();
  });

  it('keeps the shown data when a refetch fails', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    const { signals } = renderPortal(portal, '/klutch/instances');
    await screen.findByRole('link', { name: 'orders-db' });

    portal.fail('GET /claims', 'down');
    await signals.send({ topic: 'platform' });

    expect(
      await screen.findByText('The portal cannot be reached'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'orders-db' })).toBeVisible();
  });

  it('shows that the control plane cluster is unreachable until a signal reports that it is reachable', async () => {
    const portal = new FakePortal();
    portal.controlPlane = { reachable: false, since: ago(120) };
    const { signals } = renderPortal(portal, '/klutch');
    expect(
      await screen.findByText('The control plane cluster cannot be reached'),
    ).toBeVisible();
    expect(screen.getByRole('article', { name: 'PostgreSQL' })).toBeVisible();

    portal.controlPlane = { reachable: true };
    await signals.send({ topic: 'platform' });

    await waitFor(() =>
      expect(
        screen.queryByText('The control plane cluster cannot be reached'),
      ).not.toBeInTheDocument(),
    );
  });

  it('keeps the rows of an unreachable app cluster, with the time when they were last seen', async () => {
    const portal = new FakePortal();
    portal.appClusters = [unreachable];
    portal.claims = [
      claim('instance', 'orders-db', {
        state: 'Unknown',
        stateText: 'Unknown',
        lastSeenAt: ago(240),
      }),
    ];
    renderPortal(portal, '/klutch/instances');

    expect(
      await screen.findByRole('row', {
        name: /orders-db .* Unknown last seen 4 min ago/,
      }),
    ).toBeVisible();
    expect(
      screen.getByText('Development apps cannot be reached'),
    ).toBeVisible();
  });

  it('shows the cached data of an instance on an unreachable app cluster', async () => {
    const portal = new FakePortal();
    portal.appClusters = [unreachable];
    portal.claims = [
      claim('instance', 'orders-db', {
        state: 'Unknown',
        stateText: 'Unknown',
      }),
    ];
    portal.fail('GET /claims/apps-dev', {
      status: 503,
      message: 'Development apps cannot be reached.',
    });
    renderPortal(
      portal,
      '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );

    expect(
      await screen.findByRole('region', { name: 'Instance orders-db' }),
    ).toHaveTextContent('Unknown');
    expect(
      screen.getByText(/appear again when the app cluster is reachable/),
    ).toBeVisible();
  });

  it('R20: refetches once for signals missed before the connection was established', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const portal = new FakePortal();
    renderPortal(portal, '/klutch/instances');
    await screen.findByText(/You have no service instances yet/);

    portal.claims = [claim('instance', 'orders-db')];
    await act(() => jest.advanceTimersByTimeAsync(3_000));

    expect(
      await screen.findByRole('link', { name: 'orders-db' }),
    ).toBeVisible();
    const calls = portal.callsOf('GET /claims').length;
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(portal.callsOf('GET /claims')).toHaveLength(calls);
    jest.useRealTimers();
  });

  it('R23: stops refetching when the instance does not exist', async () => {
    const portal = new FakePortal();
    const { signals } = renderPortal(
      portal,
      '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );
    await screen.findByText(/There is no orders-db in namespace team-a/);
    const calls = portal.callsOf('GET /claims').length;

    for (let i = 0; i < 20; i++) await signals.send({ topic: 'claims' });

    expect(portal.callsOf('GET /claims')).toHaveLength(calls);
  });

  it('shows that an instance was deleted while its page was open', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    const { signals } = renderPortal(
      portal,
      '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );
    await screen.findByRole('region', { name: 'Instance orders-db' });

    portal.claims = [];
    await signals.send({ topic: 'claims' });

    expect(await screen.findByText('orders-db was deleted')).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Back to all instances' }),
    ).toHaveAttribute('href', '/klutch/instances');
  });

  it('shows that an instance does not exist', async () => {
    const portal = new FakePortal();
    renderPortal(
      portal,
      '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/nope',
    );

    expect(
      await screen.findByText(
        /There is no nope in namespace team-a on Development apps/,
      ),
    ).toBeVisible();
  });

  it('works in an app without signals', async () => {
    const portal = new FakePortal();
    renderPortal(portal, '/klutch', { withoutSignals: true });

    expect(
      await screen.findByRole('article', { name: 'PostgreSQL' }),
    ).toBeVisible();
  });
});
