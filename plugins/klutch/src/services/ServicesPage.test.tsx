import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  alice,
  oscar,
  service,
  serviceDetail,
  serviceWithBackends,
  postgresql,
} from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

const unbound = service('instance', {
  resource: 'mariadbinstances.anynines.com',
  title: 'MariaDB',
  clusters: [{ id: 'apps-dev', title: 'Development apps', bound: false }],
});

describe('ServicesPage', () => {
  it('shows instance services with available versions and the number of bound app clusters', async () => {
    const portal = new FakePortal();
    renderPortal(portal, '/klutch');

    const card = await screen.findByRole('article', { name: 'PostgreSQL' });
    expect(card).toHaveTextContent('PostgreSQL 15');
    expect(card).not.toHaveTextContent('PostgreSQL 17');
    expect(card).toHaveTextContent('Bound on your app cluster');
    expect(
      await within(card).findByRole('button', {
        name: 'Create a PostgreSQL instance',
      }),
    ).toHaveAttribute(
      'href',
      '/klutch/create/postgresqlinstances.anynines.com',
    );
    expect(
      screen.queryByRole('article', { name: 'ServiceBinding' }),
    ).not.toBeInTheDocument();
  });

  it('R27: allows ordering a withdrawn service where it is bound', async () => {
    const portal = new FakePortal();
    portal.services = [service('instance', { offered: false })];
    renderPortal(portal, '/klutch');

    const card = await screen.findByRole('article', { name: 'PostgreSQL' });
    expect(card).toHaveTextContent(/Withdrawn: .*ordered where it is bound/);
    expect(
      await within(card).findByRole('button', {
        name: 'Create a PostgreSQL instance',
      }),
    ).toHaveAttribute('href', expect.stringContaining('/klutch/create/'));
  });

  it('links to the documentation of those that name one', async () => {
    const portal = new FakePortal();
    portal.services = [
      service('instance', { docsUrl: 'https://docs.example.org/pg' }),
      unbound,
    ];
    renderPortal(portal, '/klutch');
    const maria = await screen.findByRole('article', { name: 'MariaDB' });
    expect(within(maria).queryByText(/^Documentation/)).toBe(null);
    expect(
      screen.getByRole('link', { name: /Documentation of PostgreSQL/ }),
    ).toHaveAttribute('href', 'https://docs.example.org/pg');
  });

  it('filters services by search words', async () => {
    const portal = new FakePortal();
    portal.services = [service('instance'), unbound];
    renderPortal(portal, '/klutch');
    await screen.findByRole('article', { name: 'MariaDB' });

    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search services' }),
      'maria',
    );

    expect(screen.getByRole('article', { name: 'MariaDB' })).toBeVisible();
    expect(
      screen.queryByRole('article', { name: 'PostgreSQL' }),
    ).not.toBeInTheDocument();
  });

  it('puts the services that are bound on the chosen app cluster first, and offers to ask for the others there', async () => {
    const portal = new FakePortal();
    portal.me = alice;
    const on = (id: string, bound: boolean) => ({ id, title: id, bound });
    portal.services = [
      { ...unbound, clusters: [on('apps-a', true), on('apps-b', false)] },
      service('instance', {
        clusters: [on('apps-a', false), on('apps-b', true)],
      }),
    ];
    renderPortal(portal, '/klutch?cluster=apps-b');
    const cards = await screen.findAllByRole('article');
    expect(cards.map(card => card.getAttribute('aria-label'))).toEqual([
      'PostgreSQL',
      'MariaDB',
    ]);
    await userEvent.click(
      await within(cards[1]!).findByRole('button', {
        name: 'Ask for another cluster',
      }),
    );
    expect(screen.getByRole('dialog')).toHaveTextContent('apps-b');
  });

  it('sends a developer’s request for a binding to the operators', async () => {
    const portal = new FakePortal();
    portal.me = alice;
    portal.services = [unbound];
    renderPortal(portal, '/klutch');

    await userEvent.click(
      await screen.findByRole('button', { name: 'Ask for binding' }),
    );
    const dialog = screen.getByRole('dialog', {
      name: 'Ask for MariaDB on your app cluster',
    });
    await userEvent.type(
      within(dialog).getByLabelText('What it is for (optional)'),
      'orders of the shop',
    );
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Send request' }),
    );

    expect(
      await screen.findByText('The platform operators see your request'),
    ).toBeInTheDocument();
    expect(
      portal.callsOf('POST /services/mariadbinstances.anynines.com/requests')[0]
        ?.body,
    ).toEqual({ cluster: 'apps-dev', note: 'orders of the shop' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const ask = screen.getByRole('button', { name: 'Ask for binding' });
    await waitFor(() => expect(ask).toHaveAttribute('aria-disabled', 'true'));
    expect(ask).toHaveAttribute(
      'title',
      'The platform operators see your request',
    );
  });

  it.each(['Open', 'Approved'] as const)(
    'still asks where an app cluster without the service has not been asked for, if another request is %s',
    async state => {
      const portal = new FakePortal();
      portal.services = [
        {
          ...unbound,
          clusters: ['apps-dev', 'apps-prod'].map(id => ({
            id,
            title: id,
            bound: false,
          })),
        },
      ];
      portal.ownRequests = [
        {
          id: 'r1',
          resource: unbound.resource,
          title: 'MariaDB',
          cluster: 'apps-dev',
          user: alice.userRef,
          requestedAt: '2026-01-01T00:00:00Z',
          state,
        },
      ];
      renderPortal(portal, '/klutch');
      await screen.findByRole('table', { name: 'Your requests' });
      const ask = screen.getByRole('button', { name: 'Ask for binding' });
      expect(ask).not.toHaveAttribute('aria-disabled');
      await userEvent.click(ask);
      const dialog = within(screen.getByRole('dialog'));
      await userEvent.click(
        dialog.getByRole('button', { name: 'App cluster apps-prod' }),
      );
      expect(
        screen.getAllByRole('option').map(({ textContent }) => textContent),
      ).toEqual(['apps-prod']);
      await userEvent.keyboard('{Escape}');
      await userEvent.type(dialog.getByRole('textbox'), 'orders');
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      expect(
        dialog.getByRole('button', { name: 'Discard changes' }),
      ).toBeVisible();
    },
  );

  it('says that the requests could not be read', async () => {
    const portal = new FakePortal();
    portal.fail('GET /service-requests', { status: 503, message: 'Down.' });
    renderPortal(portal, '/klutch');
    expect(await screen.findByText('Your requests')).toBeVisible();
    expect(screen.getByText('Down.')).toBeVisible();
  });

  it("shows the user's own requests with their answers, and withdraws one", async () => {
    const portal = new FakePortal();
    portal.me = alice;
    portal.services = [service('instance', { title: 'Valkey' }), unbound];
    const request = {
      resource: unbound.resource,
      title: 'MariaDB',
      cluster: 'apps-dev',
      user: 'user:default/alice',
      requestedAt: '2026-01-01T00:00:00Z',
    };
    portal.ownRequests = [
      { ...request, id: 'r2', state: 'Open' },
      {
        ...request,
        id: 'r1',
        title: 'Search',
        state: 'Dismissed',
        message: 'Use PostgreSQL',
      },
      {
        ...request,
        id: 'r0',
        resource: postgresql,
        title: 'Valkey',
        state: 'Fulfilled',
      },
      { ...request, id: 'r-1', title: 'Kafka', state: 'Fulfilled' },
    ];
    renderPortal(portal, '/klutch');

    const table = await screen.findByRole('table', { name: 'Your requests' });
    expect(
      within(table).getByRole('row', { name: /^Search/ }),
    ).toHaveTextContent('RefusedUse PostgreSQL');
    expect(
      within(table).getByRole('button', {
        name: 'Create a Valkey instance on Development apps',
      }),
    ).toHaveAttribute('href', `/klutch/create/${postgresql}?cluster=apps-dev`);
    expect(
      within(table).getByRole('row', { name: /^Kafka/ }),
    ).toHaveTextContent('Was bound, and is no longer');
    expect(within(table).queryByLabelText(/Create a Kafka/)).toBe(null);
    await userEvent.click(
      screen.getByRole('button', { name: 'Withdraw the request for MariaDB' }),
    );

    await waitFor(() =>
      expect(
        within(table).queryByRole('row', { name: /^MariaDB/ }),
      ).not.toBeInTheDocument(),
    );
    expect(portal.callsOf('DELETE /service-requests/r2')).toHaveLength(1);
  });

  it('keeps the request in the dialog when it could not be sent', async () => {
    const portal = new FakePortal();
    portal.me = alice;
    portal.services = [unbound];
    portal.fail('POST /services/', { status: 503, message: 'Down for a bit' });
    renderPortal(portal, '/klutch');

    await userEvent.click(
      await screen.findByRole('button', { name: 'Ask for binding' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));

    const dialog = screen.getByRole('dialog');
    await waitFor(() => expect(dialog).toHaveTextContent(/Down for a bit/));
    expect(screen.getByRole('button', { name: 'Send request' })).toBeEnabled();
  });

  it('has nobody to send a request to before an app cluster is registered', async () => {
    const portal = new FakePortal();
    portal.me = alice;
    portal.services = [{ ...unbound, clusters: [] }];
    renderPortal(portal, '/klutch');

    await userEvent.click(
      await screen.findByRole('button', { name: 'Ask for binding' }),
    );

    expect(screen.getByRole('dialog')).toHaveTextContent(
      /no app cluster yet.*register yours/,
    );
    expect(screen.getByRole('button', { name: 'Send request' })).toBeDisabled();
  });

  it('links an operator to the page where the service can be bound', async () => {
    const portal = new FakePortal();
    portal.me = oscar;
    portal.services = [unbound];
    renderPortal(portal, '/klutch');

    expect(await screen.findByRole('button', { name: 'Bind' })).toHaveAttribute(
      'href',
      '/klutch-platform/app-clusters',
    );
  });

  it('lets an operator bind a service further where it is bound on some app clusters', async () => {
    const portal = new FakePortal();
    portal.me = oscar;
    const [bound] = service('instance').clusters;
    const clusters = [...unbound.clusters, bound!].map((cluster, index) => ({
      ...cluster,
      id: `apps-${index}`,
    }));
    portal.services = [service('instance', { clusters })];
    renderPortal(portal, '/klutch');

    expect(
      await screen.findByRole('button', { name: 'Bind to another cluster' }),
    ).toHaveAttribute('href', '/klutch-platform/app-clusters');
    expect(
      screen.getByRole('button', { name: 'Create a PostgreSQL instance' }),
    ).toBeEnabled();
  });

  it('lists the backends that an order can choose, and marks the default', async () => {
    const portal = new FakePortal();
    const rule =
      "!has(self.compositionRef) || self.compositionRef.name in ['a8s-postgresql', 'a9s-postgresql']";
    portal.detailOf = of =>
      serviceDetail(of, {
        schema: {
          properties: { spec: { 'x-kubernetes-validations': [{ rule }] } },
        },
      });
    renderPortal(portal, '/klutch/services/postgresqlinstances.anynines.com');

    const name = await screen.findByText('Backends (Compositions)');
    expect(name.nextElementSibling).toHaveTextContent(
      /^a9s-postgresql \(default\) ?a8s-postgresql ?A Composition runs/,
    );
  });

  it('shows the plans and versions of another backend', async () => {
    const portal = new FakePortal();
    portal.detailOf = serviceWithBackends;
    renderPortal(portal, '/klutch/services/postgresqlinstances.anynines.com');
    const plans = await screen.findByRole('table', { name: 'Plans' });
    expect(within(plans).queryByText('Medium')).toBe(null);

    await userEvent.click(
      screen.getByRole('button', { name: 'Backend a9s-postgresql (default)' }),
    );
    await userEvent.click(
      screen.getByRole('option', { name: 'a8s-postgresql' }),
    );

    expect(await within(plans).findByText('Medium')).toBeVisible();
    expect(within(plans).queryByText('Single small')).toBe(null);
    expect(screen.getByText('PostgreSQL 18')).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Create a PostgreSQL instance' }),
    ).toHaveAttribute(
      'href',
      expect.stringContaining('?composition=a8s-postgresql'),
    );
  });

  it('explains what to do when no service is offered', async () => {
    const portal = new FakePortal();
    portal.services = [service('binding')];
    renderPortal(portal, '/klutch');

    expect(
      await screen.findByText(
        'No data services are offered yet. A platform operator can offer one under Data platform → Export templates.',
      ),
    ).toBeVisible();
  });

  it('compares plans and shows why some are not available', async () => {
    const portal = new FakePortal();
    renderPortal(portal, '/klutch/services/postgresqlinstances.anynines.com');

    const plans = await screen.findByRole('table', { name: 'Plans' });
    expect(
      within(plans).getByRole('row', { name: /Single nano 1 256 MiB/ }),
    ).toBeVisible();
    expect(
      within(plans).getByRole('row', {
        name: /Replica small This sandbox runs single servers./,
      }),
    ).toBeVisible();
    expect(
      within(plans).queryByRole('columnheader', { name: 'Storage' }),
    ).not.toBeInTheDocument();
  });
});
