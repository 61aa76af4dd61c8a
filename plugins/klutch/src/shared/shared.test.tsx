import { renderInTestApp } from '@backstage/frontend-test-utils';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ago, appCluster, claim } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import { CopyButton } from './CopyButton';
import { PagedTable } from './PagedTable';

const unreachable = appCluster({
  reachability: { reachable: false, since: ago(240), message: 'It is off.' },
});

describe('states of pages', () => {
  it('shows whom to ask when access is forbidden, with the raw response in a disclosure, unless the message says so', async () => {
    const portal = new FakePortal();
    portal.fail('GET /claims', {
      status: 403,
      message: 'You may not see service instances.',
    });
    const { signals } = renderPortal(portal, '/klutch/instances');

    expect(
      await screen.findByText('You may not see service instances.'),
    ).toBeVisible();
    expect(
      await screen.findByText(
        /Ask a platform operator for access as klutch:alice/,
      ),
    ).toBeVisible();
    const raw = screen.getByLabelText('Technical details');
    expect(raw).not.toBeVisible();
    await userEvent.click(screen.getByText('Technical details'));
    expect(raw).toBeVisible();

    portal.fail('GET /claims', {
      status: 403,
      ...explain('Forbidden', {
        action: 'list services',
        cluster: 'Development apps',
        user: 'klutch:alice',
      }),
    });
    await signals.send({ topic: 'claims' });
    // Also in the raw response.
    const [message] = await screen.findAllByText(
      /Ask an operator of Development apps/,
    );
    expect(message).toBeVisible();
    expect(
      screen.queryByText(/Ask a platform operator/),
    ).not.toBeInTheDocument();
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

  it('names the unreachable cluster when the portal reports one, retries automatically while the portal does not respond, and keeps the shown data when a refetch fails', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    portal.fail('GET /claims', {
      status: 503,
      message: 'Development apps cannot be reached.',
    });
    const { signals } = renderPortal(portal, '/klutch/instances');
    expect(await screen.findByText('Not available right now')).toBeVisible();
    expect(
      screen.getByText('Development apps cannot be reached.'),
    ).toBeVisible();

    portal.fail('GET /claims', 'down');
    expect(
      await screen.findByText('The portal cannot be reached'),
    ).toBeVisible();
    expect(screen.getByText(/^This page retries automatically/)).toBeVisible();
    portal.clearFailures();
    expect(await screen.findByText('orders-db')).toBeVisible();
    expect(
      screen.queryByText('The portal cannot be reached'),
    ).not.toBeInTheDocument();

    portal.fail('GET /claims', 'down');
    await signals.send({ topic: 'platform' });
    expect(
      await screen.findByText('The portal cannot be reached'),
    ).toBeVisible();
    expect(screen.getByText('orders-db')).toBeVisible();
  });

  it('shows a skeleton while loading, and that the control plane cluster is unreachable until a signal reports that it is reachable', async () => {
    const portal = new FakePortal();
    portal.controlPlane = { reachable: false, since: ago(120) };
    const respond = portal.delay('GET /services');
    const { signals } = renderPortal(portal, '/klutch');
    expect(
      await screen.findByRole('progressbar', { name: 'Loading data services' }),
    ).toBeVisible();
    respond();
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

  it('keeps an instance on the page while its app cluster is unreachable', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    const { signals } = renderPortal(
      portal,
      '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );
    const header = await screen.findByRole('region', {
      name: 'Instance orders-db',
    });

    portal.appClusters = [unreachable];
    portal.fail('GET /claims/apps-dev', {
      status: 503,
      message: 'Development apps cannot be reached.',
    });
    await signals.send({ topic: 'platform' });
    expect(
      await screen.findByText('Development apps cannot be reached'),
    ).toBeVisible();
    expect(header).toHaveTextContent('Ready');
    expect(screen.getByRole('region', { name: 'Usage' })).toBeVisible();
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
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    expect(portal.callsOf('GET /claims')).toHaveLength(calls);
    expect(portal.callsOf('GET /changes').length).toBeGreaterThan(1);

    portal.version = '2';
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(portal.callsOf('GET /claims')).toHaveLength(calls + 1);
    jest.useRealTimers();
  });

  it('R23: shows that an instance does not exist, and stops reading it: only the index is asked', async () => {
    const portal = new FakePortal();
    const { signals } = renderPortal(
      portal,
      '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );
    await screen.findByText(
      /There is no orders-db in namespace team-a on Development apps/,
    );
    const reads = portal.callsOf('GET /claims/').length;

    for (let i = 0; i < 20; i++) await signals.send({ topic: 'claims' });

    expect(portal.callsOf('GET /claims/')).toHaveLength(reads);
  });

  it('works in an app without signals', async () => {
    const portal = new FakePortal();
    renderPortal(portal, '/klutch', { withoutSignals: true });

    expect(
      await screen.findByRole('article', { name: 'PostgreSQL' }),
    ).toBeVisible();
  });
});

describe('PagedTable', () => {
  it('shows 25 rows at a time, and the last page when rows disappear', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `row-${index}`);
    const table = (shown: string[]) => (
      <PagedTable
        label="Rows"
        columns={[{ id: 'name', title: 'Name', render: (row: string) => row }]}
        rows={shown}
        keyOf={row => row}
      />
    );
    function Page() {
      const [isShort, setShort] = useState(false);
      return (
        <>
          {table(isShort ? rows.slice(0, 10) : rows)}
          <button onClick={() => setShort(true)}>Delete</button>
        </>
      );
    }
    renderInTestApp(<Page />);
    expect(await screen.findByText('row-24')).toBeVisible();
    expect(screen.queryByText('row-25')).not.toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByText('row-29')).toBeVisible();
    expect(screen.getByText('26–30 of 30')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByText('row-9')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });
});

describe('CopyButton', () => {
  const user = userEvent.setup();

  function setClipboard(clipboard: Pick<Clipboard, 'writeText'> | undefined) {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: clipboard,
    });
  }

  const render = () =>
    renderInTestApp(
      <CopyButton label="password" text="s3cret" variant="button" />,
    );
  const copyButton = () =>
    screen.findByRole('button', { name: 'Copy password' });

  it('copies with the Clipboard API and confirms', async () => {
    const writeText = jest.fn(async () => {});
    setClipboard({ writeText });
    render();

    await user.click(await copyButton());

    expect(writeText).toHaveBeenCalledWith('s3cret');
    expect(await screen.findByText('Copied')).toBeVisible();
  });

  it('copies a selection without the Clipboard API', async () => {
    setClipboard(undefined);
    let copied: string | undefined;
    document.execCommand = jest.fn(() => {
      copied = document.getSelection()?.toString();
      return true;
    });
    render();

    await user.click(await copyButton());

    expect(await screen.findByText('Copied')).toBeVisible();
    expect(copied).toBe('s3cret');
    expect(document.body).not.toHaveTextContent('s3cret');
  });

  it('shows a message when the browser refuses to copy', async () => {
    setClipboard({ writeText: () => Promise.reject(new Error('denied')) });
    document.execCommand = jest.fn(() => false);
    render();

    await user.click(await copyButton());

    expect(
      await screen.findByText('Not copied. Select the text and copy it.'),
    ).toBeVisible();
  });
});
