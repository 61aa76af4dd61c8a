import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, postgresql, service } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

// Few rows are rendered quickly.
jest.mock('../shared/pageSize', () => ({ pageSize: 5 }));

describe('InstancesPage', () => {
  it('shows service, plan, location, state and owner of each instance, and refetches the list on a claims signal', async () => {
    const portal = new FakePortal();
    const orders = claim('instance', 'orders-db');
    portal.claims = [orders, claim('backup', 'b1')];
    const { signals } = renderPortal(portal, '/klutch/instances');

    const row = await screen.findByRole('row', { name: /orders-db/ });
    expect(row).toHaveTextContent('PostgreSQL 15');
    expect(row).toHaveTextContent('Single nano');
    expect(row).toHaveTextContent('Development apps');
    expect(row).toHaveTextContent('team-a');
    expect(row).toHaveTextContent('Ready');
    expect(row).toHaveTextContent('alice');
    expect(row).toHaveTextContent('1 h ago');
    expect(within(row).getByRole('link')).toHaveAttribute(
      'href',
      '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );
    expect(screen.queryByText('b1')).not.toBeInTheDocument();

    Object.assign(orders, { state: 'Creating', stateText: 'Creating' });
    await signals.send({ topic: 'claims' });
    expect(await screen.findByText('Creating')).toBeVisible();
  });

  it('protects the selected instances, and keeps those selected for which it failed', async () => {
    const portal = new FakePortal();
    portal.claims = ['orders-db', 'billing-db', 'mail-db'].map(name =>
      claim('instance', name),
    );
    portal.fail(`PATCH /claims/apps-dev/team-a/${postgresql}/billing-db`, {
      status: 403,
      message: 'You may not change billing-db',
    });
    renderPortal(portal, '/klutch/instances');
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Select orders-db' }),
    );
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Select billing-db' }),
    );
    expect(screen.getByText('2 instances selected')).toBeVisible();

    await userEvent.click(
      await screen.findByRole('button', { name: 'Protect from deletion' }),
    );

    expect(await screen.findByRole('alert')).toHaveTextContent(
      /billing-db: You may not change billing-db/,
    );
    expect(
      portal
        .callsOf('PATCH /claims')
        .map(({ path, body }) => [path.split('/').at(-1), body]),
    ).toEqual([
      ['billing-db', { protected: true }],
      ['orders-db', { protected: true }],
    ]);
    expect(screen.getByText('1 instance selected')).toBeVisible();
    expect(
      screen.getByRole('checkbox', { name: 'Select billing-db' }),
    ).toBeChecked();

    await userEvent.click(
      screen.getByRole('button', { name: 'Clear selection' }),
    );
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Select mail-db' }),
    );
    expect(screen.getByText('1 instance selected')).toBeVisible();
    const alert = screen.getByRole('alert');
    await userEvent.click(within(alert).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('acts on no instances whose app clusters are away', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db', { state: 'Unknown' })];
    renderPortal(portal, '/klutch/instances');
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Select orders-db' }),
    );
    expect(
      await screen.findByRole('button', {
        name: 'Protect from deletion',
        description: 'Their app clusters cannot be reached.',
      }),
    ).toHaveAttribute('aria-disabled', 'true');
  });

  it('tells what was not done when its page was left meanwhile', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    const call = `PATCH /claims/apps-dev/team-a/${postgresql}/orders-db`;
    const answer = portal.delay(call);
    portal.fail(call, { status: 403, message: 'You may not change it' });
    renderPortal(portal, '/klutch/instances');
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Select orders-db' }),
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Protect from deletion' }),
    );
    await userEvent.click(screen.getByRole('tab', { name: 'Services' }));
    await screen.findByRole('article', { name: 'PostgreSQL' });
    answer();

    expect(
      await screen.findByText('Not done for these instances: orders-db'),
    ).toBeInTheDocument();
  });

  it('says that there are instances which the person may not list, and how to order one', async () => {
    const portal = new FakePortal();
    portal.claims = [];
    portal.forbidden = true;
    renderPortal(portal, '/klutch/instances');
    expect(
      await screen.findByText(
        /in namespaces where you \(klutch:alice\) may not list them/,
      ),
    ).toBeVisible();
    expect(screen.getByText(/You have no service instances yet/)).toBeVisible();
  });

  it('backs up all instances of the page, except those that have no backups', async () => {
    const portal = new FakePortal();
    portal.services = [service('instance'), service('backup')];
    portal.claims = [
      claim('instance', 'orders-db'),
      claim('instance', 'billing-db', { state: 'Creating' }),
      claim('instance', 'orders-db', { namespace: 'team-b' }),
    ];
    renderPortal(portal, '/klutch/instances');
    await userEvent.click(
      await screen.findByRole('checkbox', {
        name: 'Select all instances on this page',
      }),
    );

    await userEvent.click(
      await screen.findByRole('button', { name: 'Back up now' }),
    );

    expect(await screen.findByRole('alert')).toHaveTextContent(/billing-db: /);
    const orders = portal.callsOf('POST /claims').map(({ body }) => body);
    expect(orders).toHaveLength(2);
    // Two at the same second, of instances with the same name.
    expect(
      new Set(orders.map(body => (body as { name: string }).name)).size,
    ).toBe(2);
    expect(orders[0]).toEqual(
      expect.objectContaining({
        resource: 'backups.anynines.com',
        name: expect.stringMatching(/^orders-db-20/),
        spec: expect.objectContaining({
          instanceRef: 'orders-db',
          serviceInstanceType: 'postgresql',
        }),
      }),
    );
  });

  describe('after an order', () => {
    const order = async (portal: FakePortal, beforeCreate = () => {}) => {
      portal.claims = [claim('instance', 'billing-db')];
      const { signals } = renderPortal(portal, '/klutch/instances');
      await screen.findByRole('row', { name: /billing-db/ });
      await userEvent.click(screen.getByRole('tab', { name: 'Services' }));
      await userEvent.click(
        await screen.findByRole('button', {
          name: 'Create a PostgreSQL instance',
        }),
      );
      await userEvent.click(
        await screen.findByRole('textbox', { name: 'Name' }),
      );
      await userEvent.paste('orders-db');
      await screen.findByText('orders-db is available.');
      await userEvent.click(screen.getByRole('button', { name: 'Next: What' }));
      await userEvent.click(
        await screen.findByRole('radio', { name: 'Choose Single small' }),
      );
      await userEvent.click(
        screen.getByRole('button', { name: 'Next: Review' }),
      );
      await screen.findByText(/The app cluster accepts this order/);
      beforeCreate();
      await userEvent.click(
        screen.getByRole('button', { name: /^Create orders-db/ }),
      );
      return signals;
    };
    const rowNames = async () => {
      const table = await screen.findByRole('table', { name: 'Instances' });
      return within(table)
        .getAllByRole('link', { name: /-db$/ })
        .map(({ textContent }) => textContent);
    };

    it('shows the new instance first before the list is loaded again', async () => {
      const portal = new FakePortal();
      let respond = () => {};
      const signals = await order(portal, () => {
        respond = portal.delay('GET /claims');
      });
      await screen.findByRole('region', { name: 'Instance orders-db' });
      await userEvent.click(screen.getByRole('link', { name: 'Instances' }));
      expect(await rowNames()).toEqual(['orders-db', 'billing-db']);
      expect(screen.getByRole('row', { name: /orders-db/ })).toHaveTextContent(
        'Waiting for konnector',
      );
      respond();
      await signals.send({ topic: 'claims' });
      await waitFor(async () =>
        expect(await rowNames()).toEqual(['billing-db', 'orders-db']),
      );
    });

    it('shows no row of a refused order', async () => {
      const portal = new FakePortal();
      await order(portal, () =>
        portal.fail('POST /claims', { status: 403, message: 'Quota used up' }),
      );
      await screen.findByText('Quota used up');
      portal.delay('GET /claims');
      await userEvent.click(screen.getByRole('link', { name: 'Services' }));
      await userEvent.click(
        await screen.findByRole('tab', { name: 'Instances' }),
      );
      expect(await rowNames()).toEqual(['billing-db']);
    });
  });

  it('takes the filters from the URL, offers the values of a filter with their number of instances, and can clear them', async () => {
    const portal = new FakePortal();
    portal.claims = [
      claim('instance', 'orders-db'),
      claim('instance', 'billing-db', { namespace: 'team-b' }),
    ];
    renderPortal(portal, '/klutch/instances?namespace=team-c');
    expect(
      await screen.findByText('No instance matches these filters.'),
    ).toBeVisible();

    await userEvent.click(
      screen.getByRole('button', { name: 'Namespace team-c' }),
    );
    await userEvent.click(
      await screen.findByRole('option', { name: 'team-b (1)' }),
    );

    expect(
      await screen.findByRole('link', { name: 'billing-db' }),
    ).toBeVisible();
    expect(portal.callsOf('GET /claims').at(-1)?.query).toMatchObject({
      namespace: 'team-b',
    });
    expect(screen.queryByText('orders-db')).not.toBeInTheDocument();

    await userEvent.click(screen.getByText('Clear filters'));
    expect(await screen.findByText('orders-db')).toBeVisible();
  });

  it('names a chosen value that no instance has as it names the others', async () => {
    const portal = new FakePortal();
    renderPortal(portal, '/klutch/instances?owner=group:default/shop');
    expect(
      await screen.findByRole('button', { name: 'Owner shop' }),
    ).toBeVisible();
  });

  describe('on a phone', () => {
    beforeEach(() => {
      window.matchMedia = query =>
        ({
          matches: query.includes('max-width'),
          media: query,
          addListener: () => {},
          removeListener: () => {},
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList;
    });
    afterEach(() => {
      Reflect.deleteProperty(window, 'matchMedia');
    });

    it.each([
      ['folds the filters', '', false],
      ['shows the filters where one is chosen', '?state=Ready', true],
    ])('%s', async (_, query, isVisible) => {
      const portal = new FakePortal();
      portal.claims = [claim('instance', 'orders-db')];
      renderPortal(portal, `/klutch/instances${query}`);
      expect(await screen.findByText('Filters')).toBeVisible();
      const disclosure = screen.getByText('Filters').closest('details');
      expect(disclosure?.open).toBe(isVisible);
      expect(disclosure).toContainElement(screen.getByLabelText('Namespace'));
      expect(screen.getByLabelText('Search instances')).toBeVisible();
    });
  });

  it('loads one page at a time, the next one only when its place is known, and sorts on the server', async () => {
    const portal = new FakePortal();
    portal.claims = Array.from({ length: 12 }, (_, i) =>
      claim('instance', `db-${String(i).padStart(2, '0')}`),
    );
    // A mistyped state is no filter.
    const { signals } = renderPortal(portal, '/klutch/instances?state=ready');
    expect(await screen.findByText('1–5 of 12')).toBeVisible();
    expect(screen.getAllByText(/^db-/)).toHaveLength(5);

    await userEvent.click(screen.getByLabelText('Next page'));
    expect(await screen.findByText('6–10 of 12')).toBeVisible();
    expect(await screen.findByText('db-09')).toBeVisible();

    const respond = portal.delay('GET /claims');
    await userEvent.click(screen.getByText('Name'));
    const next = screen.getByLabelText('Next page');
    await waitFor(() => expect(next).toBeDisabled());
    respond();
    expect(await screen.findByText('1–5 of 12')).toBeVisible();
    expect(await screen.findByText('db-11')).toBeVisible();
    await waitFor(() => expect(next).toBeEnabled());
    expect(screen.getByText('Name').closest('th')).toHaveAttribute(
      'aria-sort',
      'descending',
    );

    await userEvent.click(next);
    await screen.findByText('6–10 of 12');
    await userEvent.click(next);
    await screen.findByText('11–12 of 12');
    await waitFor(() => expect(next).toBeDisabled());
    // Somebody deletes all of the page.
    portal.claims = portal.claims.slice(2);
    await signals.send({ topic: 'claims' });
    expect(await screen.findByText('6–10 of 10')).toBeVisible();
    await userEvent.click(screen.getByLabelText('Previous page'));
    expect(await screen.findByText('1–5 of 10')).toBeVisible();
  });

  it('warns that rows may be missing, also for an empty list, and otherwise explains what to do when there are no instances', async () => {
    const portal = new FakePortal();
    portal.complete = false;
    const { signals } = renderPortal(portal, '/klutch/instances');

    expect(
      await screen.findByText(/Something may be missing here/),
    ).toBeVisible();
    expect(
      screen.queryByText(/You have no service instances yet/),
    ).not.toBeInTheDocument();

    portal.complete = true;
    await signals.send({ topic: 'claims' });
    expect(
      await screen.findByText(/You have no service instances yet/),
    ).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Open services' }),
    ).toHaveAttribute('href', '/klutch');
  });
});
