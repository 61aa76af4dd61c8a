import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

const page = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db/connect`;
const uri = 'postgresql://u1:s3cret@127.0.0.1:5432/db1';

function portalWithCredentials() {
  const portal = new FakePortal();
  portal.claims = [
    claim('instance', 'orders-db'),
    claim('binding', 'app'),
    claim('binding', 'soon', { state: 'Creating', stateText: 'Creating' }),
  ];
  portal.credentials = {
    secretName: 'app-creds',
    fields: [
      { key: 'host', value: '127.0.0.1', secret: false },
      { key: 'password', value: 's3cret', secret: true },
      { key: 'uri', value: uri, secret: true },
    ],
  };
  return portal;
}

/** Opens the dialog, enters the reason, and reveals. */
async function confirmReveal(reason?: string) {
  await userEvent.click(
    await screen.findByRole('button', { name: 'Reveal credentials of app' }),
  );
  const dialog = screen.getByRole('dialog');
  if (reason) {
    await userEvent.type(
      within(dialog).getByRole('textbox', { name: 'Reason (optional)' }),
      reason,
    );
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reveal' }));
}

async function reveal(reason?: string) {
  await confirmReveal(reason);
  return screen.findByRole('region', { name: 'Credentials of app' });
}

describe('revealing credentials', () => {
  afterEach(() => jest.useRealTimers());

  it('asks for a reason first, and sends the reason only if there is one', async () => {
    const portal = portalWithCredentials();
    renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Reveal credentials of app' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(portal.callsOf('POST')).toEqual([]);

    await reveal(' Incident 7 ');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await reveal();
    expect(portal.callsOf('POST').map(call => call.body)).toEqual([
      { reason: 'Incident 7' },
      undefined,
    ]);
  });

  it('reads credentials only on click once the service binding is ready, and masks every field', async () => {
    const portal = portalWithCredentials();
    renderPortal(portal, page);
    expect(
      await screen.findByRole('button', {
        name: 'Reveal credentials of soon',
        description: 'Credentials can be read when the binding is ready.',
      }),
    ).toHaveAttribute('aria-disabled', 'true');
    expect(portal.callsOf('POST')).toEqual([]);

    const panel = await reveal();

    expect(portal.callsOf('POST').map(call => call.path)).toEqual([
      '/claims/apps-dev/team-a/servicebindings.anynines.com/app/reveal',
    ]);
    expect(panel).toHaveTextContent('127.0.0.1');
    expect(panel).not.toHaveTextContent('s3cret');
    await userEvent.click(
      within(panel).getByRole('button', { name: 'Show password' }),
    );
    expect(
      within(panel).getByRole('row', { name: /password/ }),
    ).toHaveTextContent('s3cret');
    expect(
      within(panel).getByRole('row', { name: /uri/ }),
    ).not.toHaveTextContent('s3cret');
    await userEvent.click(
      within(panel).getByRole('button', { name: 'Hide password' }),
    );
    expect(panel).not.toHaveTextContent('s3cret');
  });

  it('shows masked credentials as environment, JSON, URI and psql command', async () => {
    renderPortal(portalWithCredentials(), page);
    const panel = await reveal();

    await userEvent.click(within(panel).getByRole('tab', { name: 'psql' }));
    expect(panel).toHaveTextContent(
      "psql 'postgresql://u1@127.0.0.1:5432/db1'psql prompts for the password",
    );
    expect(
      within(panel).queryByRole('button', { name: 'Show psql' }),
    ).not.toBeInTheDocument();
    expect(panel).not.toHaveTextContent('ca.crt');
    await userEvent.click(
      within(panel).getByRole('tab', { name: 'Environment' }),
    );
    expect(panel).toHaveTextContent("POSTGRESQL_HOST='127.0.0.1'");
    expect(panel).not.toHaveTextContent('s3cret');
    await userEvent.click(
      within(panel).getByRole('tab', { name: 'Standard variables' }),
    );
    expect(panel).toHaveTextContent("PGHOST='127.0.0.1'");
    await userEvent.click(
      within(panel).getByRole('tab', { name: 'servicebinding.io' }),
    );
    expect(panel).toHaveTextContent(
      '$SERVICE_BINDING_ROOT/app/type: postgresql',
    );
    expect(panel).not.toHaveTextContent('s3cret');
    await userEvent.click(within(panel).getByRole('tab', { name: 'JSON' }));
    expect(panel).toHaveTextContent('"host": "127.0.0.1"');
    await userEvent.click(within(panel).getByRole('tab', { name: 'URI' }));
    expect(panel).toHaveTextContent('postgresql://u1:••••••••@');
    await userEvent.click(
      within(panel).getByRole('button', { name: 'Show URI' }),
    );
    expect(panel).toHaveTextContent(uri);
  });

  it('closes automatically after a minute', async () => {
    renderPortal(portalWithCredentials(), page);
    const button = await screen.findByRole('button', {
      name: 'Reveal credentials of app',
    });
    await waitFor(() => expect(button).toBeEnabled());
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Reveal' }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(
      screen.getByRole('region', { name: 'Credentials of app' }),
    ).toHaveTextContent('Closes automatically in 60 s.');

    await act(() => jest.advanceTimersByTimeAsync(58_000));
    expect(screen.getByRole('timer')).toHaveTextContent(
      'Closes automatically in 2 s.',
    );
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(
      screen.queryByRole('region', { name: 'Credentials of app' }),
    ).not.toBeInTheDocument();
  });

  it('R29: does not announce a retry for a call that is not retried, and shows the reason when the app cluster refuses', async () => {
    const portal = portalWithCredentials();
    portal.fail('POST /claims', 'down');
    renderPortal(portal, page);
    await confirmReveal('Incident 7');

    expect(
      await screen.findByText(/^This is not retried automatically/),
    ).toBeVisible();
    expect(screen.queryByText(/retries automatically/)).not.toBeInTheDocument();

    portal.fail('POST /claims', {
      status: 403,
      message: 'klutch:alice may not read secrets in team-a.',
    });
    const dialog = screen.getByRole('dialog');
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Reveal' }),
    );
    expect(
      await within(dialog).findByText(
        'klutch:alice may not read secrets in team-a.',
      ),
    ).toBeVisible();
    expect(portal.callsOf('POST').at(-1)?.body).toEqual({
      reason: 'Incident 7',
    });
  });
});
