import { explain } from '@klutch/backstage-plugin-klutch-common';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ago,
  alice,
  claim,
  postgresql,
  service,
  serviceDetail,
  servicebindings,
} from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';

const page = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;

function portalWith(...claims: ReturnType<typeof claim>[]) {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db'), ...claims];
  return portal;
}

const changed = { topic: 'claims' } as const;

describe('InstancePage', () => {
  it('shows the progress, with an explanation of the first unfinished hop', async () => {
    const portal = portalWith();
    const orders = portal.claims[0];
    Object.assign(orders ?? {}, { state: 'Creating', stateText: 'Creating' });
    const { signals } = renderPortal(portal, page);

    const hops = await screen.findByRole('list', {
      name: 'Progress',
    });
    expect(
      within(hops)
        .getAllByRole('listitem')
        .map(hop => hop.textContent),
    ).toEqual([
      'RequestDone, 1 h ago',
      'App clusterDone',
      'KonnectorDone',
      'Control planeDone',
      'ServiceIn progress',
    ]);
    expect(screen.getByText('The database is being created.')).toBeVisible();

    Object.assign(orders ?? {}, { state: 'Ready', stateText: 'Ready' });
    await signals.send(changed);
    await waitFor(() =>
      expect(
        screen.queryByRole('list', { name: 'Progress' }),
      ).not.toBeInTheDocument(),
    );
    await userEvent.click(screen.getByText('1 condition'));
    expect(screen.getByText('Ready to use')).toBeVisible();
  });

  it('shows where to connect, and what is used of the plan', async () => {
    const portal = portalWith(
      claim('binding', 'orders-db-app', {
        endpoints: [
          {
            host: 'pg.internal',
            port: '5432',
            label: 'SQL',
            database: 'orders',
          },
        ],
      }),
    );
    portal.usage = {
      storageBytes: 12 * 1024 ** 2,
      storageLimitBytes: 100 * 1024 ** 2,
      connections: 96,
      connectionLimit: 97,
    };
    renderPortal(portal, page);
    const connection = await screen.findByRole('region', {
      name: 'Connection',
    });
    expect(
      await within(connection).findByText('pg.internal:5432'),
    ).toBeVisible();
    expect(within(connection).getByText('orders')).toBeVisible();
    expect(connection).toHaveTextContent(
      'service binding, such as orders-db-app',
    );
    expect(
      within(connection).getByRole('button', { name: 'Service bindings' }),
    ).toHaveAttribute('href', `${page}/connect`);

    const usage = screen.getByRole('region', { name: 'Usage' });
    expect(
      within(usage).getByRole('meter', { name: 'Storage' }),
    ).toHaveAttribute('aria-valuetext', '12 MiB of 100 MiB');
    expect(usage).toHaveTextContent('Connections96 of 97');
    await waitFor(() =>
      expect(usage).toHaveTextContent('PlanSingle nanoReplicas1Memory256 MiB'),
    );
  });

  it('shows the size of the plan where the service reports use without a limit', async () => {
    const portal = portalWith();
    portal.usage = { storageBytes: 12 * 1024 ** 2, connections: 96 };
    portal.detailOf = of => {
      const detail = serviceDetail(of);
      const plans = detail.plans.map(plan => ({ ...plan, storage: '1Gi' }));
      return { ...detail, plans };
    };
    renderPortal(portal, page);
    const usage = await screen.findByRole('region', { name: 'Usage' });
    await waitFor(() => expect(usage).toHaveTextContent('Storage1 GiB'));
    expect(usage).toHaveTextContent('Storage in use12 MiBConnections in use96');
    expect(within(usage).queryByRole('meter')).toBe(null);
  });

  it('keeps showing the last known address while no service binding is ready', async () => {
    const endpoints = [{ host: 'pg.internal', port: '5432' }];
    const portal = portalWith(
      claim('binding', 'one', { state: 'Unknown', endpoints }),
      claim('binding', 'new', { state: 'Waiting' }),
    );
    renderPortal(portal, page);
    expect(await screen.findByText('pg.internal:5432')).toBeVisible();
    expect(
      screen.getByText(/last known address, from the service binding one/),
    ).toBeVisible();
  });

  it('shows the addresses that an instance reports before there is a service binding, and its conditions while it is not ready', async () => {
    const portal = portalWith();
    const [orders] = portal.claims;
    Object.assign(orders ?? {}, {
      endpoints: [{ host: 'cache.internal', port: '6379' }],
      state: 'Failed',
      stateText: 'Failed',
    });
    renderPortal(portal, page);
    expect(await screen.findByText('cache.internal:6379')).toBeVisible();
    expect(
      screen.getByText(/These are the addresses of the instance/),
    ).toBeVisible();
    expect(screen.getByText('Not ready to use yet')).toBeVisible();
  });

  it('says when there is no service binding, and when usage is not reported', async () => {
    const portal = portalWith();
    renderPortal(portal, page);
    const connection = await screen.findByRole('region', {
      name: 'Connection',
    });
    expect(
      await within(connection).findByText(
        /created with the first service binding/,
      ),
    ).toBeVisible();
    expect(connection).toHaveTextContent('With psql, or the PostgreSQL driver');
    const create = within(connection).getByRole('button', {
      name: 'Create binding',
    });
    await waitFor(() => expect(create).toBeEnabled());
    await userEvent.click(create);
    expect(screen.getByRole('dialog')).toHaveTextContent('orders-db');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(
      screen.getByText('The service does not report what is used of the plan.'),
    ).toBeVisible();
  });

  it('does not take an instance for deleted whose API is no longer bound, and shows it again when it is', async () => {
    const portal = portalWith();
    const bound = { service: 'PostgreSQL', cluster: 'Development apps' };
    const unbound = {
      status: 404,
      ...explain('ServiceNotBound', bound),
    };
    const { signals } = renderPortal(portal, page);
    expect(await screen.findByText('Ready')).toBeVisible();
    portal.fail(`GET ${page.replace('/klutch/instances', '/claims')}`, unbound);
    await signals.send(changed);
    expect(await screen.findByText(unbound.message)).toBeVisible();
    expect(screen.queryByText(/is no longer here/)).not.toBeInTheDocument();
    portal.clearFailures();
    await signals.send(changed);
    await waitFor(() =>
      expect(screen.queryByText(unbound.message)).not.toBeInTheDocument(),
    );
    expect(screen.getByText('Ready')).toBeVisible();
  });

  it('shows what was done, by whom, events, and YAML on their tabs', async () => {
    const portal = portalWith();
    const done = {
      type: 'instance',
      resource: postgresql,
      name: 'app',
    } as const;
    portal.activity = [
      {
        ...done,
        at: ago(1),
        action: 'changed',
        user: 'user:default/alice',
        fields: ['plan'],
      },
      {
        ...done,
        at: ago(2),
        action: 'created',
        type: 'backup',
        name: 'app-b1',
        bySchedule: true,
      },
      { ...done, at: ago(3), action: 'changed', client: 'kubectl-edit' },
      { ...done, at: ago(4), action: 'created' },
      {
        ...done,
        at: ago(5),
        action: 'revealed',
        type: 'binding',
        name: 'web',
        user: 'user:default/alice',
        reason: 'Incident 7',
      },
    ];
    renderPortal(portal, page);
    const overview = await screen.findByRole('tab', { name: 'Overview' });
    await waitFor(() =>
      expect(overview).toHaveAttribute('aria-selected', 'true'),
    );
    // There is no panel with such an id.
    expect(overview).not.toHaveAttribute('aria-controls');
    await userEvent.click(screen.getByRole('tab', { name: 'Activity' }));

    const table = await screen.findByRole('table', { name: 'Activity' });
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(row => row.textContent),
    ).toEqual([
      expect.stringMatching(/Changed the instance: plan.*alice$/),
      expect.stringMatching(/Created the backup app-b1the backup schedule$/),
      expect.stringMatching(
        /Changed the instancekubectl-edit, outside of the portal$/,
      ),
      expect.stringMatching(/Created the instancenot recorded in the portal$/),
      expect.stringMatching(
        /Revealed the credentials of the service binding web: Incident 7.*alice$/,
      ),
    ]);
    expect(await screen.findByText('It was bound')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'YAML' }));
    expect(await screen.findByLabelText('YAML')).toHaveTextContent(
      'kind: PostgresqlInstance',
    );
  });

  it('changes owner and component, and sends only what differs', async () => {
    const portal = portalWith();
    portal.me = { ...alice, groups: ['group:default/shop'] };
    Object.assign(portal.claims[0] ?? {}, {
      component: 'component:default/till',
    });
    renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Owner and component…' }),
    );
    const dialog = await screen.findByRole('dialog');
    const save = within(dialog).getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await userEvent.click(
      await within(dialog).findByRole('button', { name: /^Owner/ }),
    );
    await userEvent.click(screen.getByRole('option', { name: 'shop' }));
    await userEvent.click(save);

    await waitFor(() =>
      expect(portal.callsOf('PATCH').map(({ body }) => body)).toEqual([
        {
          owner: 'group:default/shop',
          before: {
            owner: 'user:default/alice',
            component: 'component:default/till',
          },
        },
      ]),
    );
    await waitFor(() =>
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
    );
  });

  it('gives an instance without an owner to a person without groups', async () => {
    const portal = portalWith();
    portal.me = { ...alice, groups: [] };
    Object.assign(portal.claims[0] ?? {}, { owner: undefined });
    renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Owner and component…' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(
      await dialog.findByRole('button', { name: 'Owner Nobody' }),
    );
    await userEvent.click(screen.getByRole('option', { name: /you/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(portal.callsOf('PATCH').map(({ body }) => body)).toEqual([
        {
          owner: alice.userRef,
          before: { owner: null, component: null },
        },
      ]),
    );
  });

  it('shows an owner that somebody else has set, and goes on from it after the refusal', async () => {
    const portal = portalWith();
    portal.me = { ...alice, groups: ['group:default/shop'] };
    portal.fail('PATCH', { status: 409, message: 'It was changed.' });
    const { signals } = renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Owner and component…' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(
      await dialog.findByRole('button', { name: /^Owner/ }),
    );
    await userEvent.click(screen.getByRole('option', { name: 'shop' }));
    Object.assign(portal.claims[0] ?? {}, {
      owner: 'user:default/bob',
      component: 'component:default/till',
    });
    await signals.send(changed);
    const save = dialog.getByRole('button', { name: 'Save' });
    await userEvent.click(save);
    expect(
      await dialog.findByText('Owner: bob. Component: component:default/till.'),
    ).toBeVisible();
    portal.clearFailures();
    await userEvent.click(save);
    await waitFor(() =>
      expect(portal.callsOf('PATCH').at(-1)?.body).toEqual({
        owner: 'group:default/shop',
        before: {
          owner: 'user:default/bob',
          component: 'component:default/till',
        },
      }),
    );
  });

  it('changes the version, also together with the plan, where the API allows it', async () => {
    const portal = portalWith();
    portal.versionChanges = [
      { value: 'a9s-postgresql16', title: 'PostgreSQL 16', available: true },
      {
        value: 'a9s-postgresql17',
        title: 'PostgreSQL 17',
        available: false,
        reason: 'one version at a time',
      },
    ];
    renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Change plan…' }),
    );
    await userEvent.click(await screen.findByLabelText('Version'));
    expect(
      screen.getByRole('option', { name: /one version at a time/ }),
    ).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(
      screen.getByRole('option', { name: 'PostgreSQL 16' }),
    );
    await userEvent.click(screen.getByRole('radio', { name: /Single big/ }));
    await userEvent.click(
      screen.getByRole('button', {
        name: 'Change to Single big, PostgreSQL 16',
      }),
    );
    await screen.findByText('orders-db changes to Single big, PostgreSQL 16.');
    expect(portal.callsOf('PATCH').map(({ body }) => body)).toEqual([
      {
        generation: 1,
        spec: { plan: 'postgresql-single-big', service: 'a9s-postgresql16' },
      },
    ]);
  });

  it('changes the plan to one that the rules allow, does not overwrite what somebody else changed since the dialog was opened, and goes on from it after the refusal', async () => {
    const portal = portalWith();
    portal.fail('PATCH', {
      status: 409,
      message: 'orders-db was changed by somebody else.',
    });
    const { signals } = renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Change plan…' }),
    );
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByRole('button', { name: 'Change plan' }),
    ).toBeDisabled();
    expect(dialog).toHaveTextContent(
      'PostgreSQL 15 cannot be changed in placeThe API of the service says: the service cannot be changed. To get to another version (PostgreSQL 17), restore a backup',
    );
    const present = await within(dialog).findByRole('radio', {
      checked: true,
    });
    await userEvent.click(screen.getByRole('radio', { name: /Single big/ }));
    await userEvent.click(present);
    expect(
      within(dialog).getByRole('button', { name: 'Change plan' }),
    ).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: /Single big/ }));
    const change = screen.getByRole('button', { name: 'Change to Single big' });
    portal.generation = 2;
    await signals.send(changed);
    await userEvent.click(change);
    expect(
      await screen.findByText('orders-db was changed by somebody else.'),
    ).toBeVisible();
    expect(dialog).toBeVisible();
    expect(portal.callsOf('PATCH').at(-1)?.body).toMatchObject({
      generation: 1,
    });

    portal.clearFailures();
    await userEvent.click(change);
    await screen.findByText('orders-db changes to Single big.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(portal.callsOf('PATCH').at(-1)?.body).toEqual({
      generation: 2,
      spec: { plan: 'postgresql-single-big' },
    });
  });

  it('deletes nothing while a service binding of the instance is protected', async () => {
    renderPortal(
      portalWith(claim('binding', 'app', { protected: true })),
      page,
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Delete…' }),
    );
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText(/Protected from deletion: app/);
    await userEvent.type(
      within(dialog).getByLabelText('Type orders-db to confirm'),
      'orders-db',
    );
    expect(
      within(dialog).getByRole('button', { name: 'Delete instance' }),
    ).toBeDisabled();
  });

  describe('editing settings', () => {
    const openSettings = async () => {
      await userEvent.click(
        await screen.findByRole('button', { name: 'More actions' }),
      );
      const item = await screen.findByRole('menuitem', {
        name: 'Edit settings…',
      });
      await waitFor(() =>
        expect(item).not.toHaveAttribute('aria-disabled', 'true'),
      );
      await userEvent.click(item);
      return screen.findByRole('spinbutton', { name: 'Max connections' });
    };
    const apply = () => screen.getByRole('button', { name: 'Apply changes' });
    /** In one step: the form is checked with each. */
    const enter = async (field: HTMLElement, text: string) => {
      await userEvent.clear(field);
      await userEvent.paste(text);
    };

    it('starts from the present values, asks before Escape discards changes, sends only what was changed, and takes it for nobody else’s', async () => {
      const portal = portalWith();
      const { signals } = renderPortal(portal, page);
      const field = await openSettings();
      expect(field).toHaveValue(100);
      expect(apply()).toBeDisabled();
      await enter(field, '250');
      const dialog = screen.getByRole('dialog');
      expect(dialog).toHaveTextContent('Parameters › Max connections100 → 250');
      await userEvent.keyboard('{Escape}');
      await userEvent.click(
        await screen.findByRole('button', { name: 'Keep editing' }),
      );

      const answer = portal.delay('PATCH');
      await userEvent.click(apply());
      portal.parameters = { maxConnections: 250 };
      const reads = portal.callsOf('GET').length;
      await signals.send(changed);
      await waitFor(() =>
        expect(portal.callsOf('GET').length).toBeGreaterThan(reads),
      );
      expect(dialog).not.toHaveTextContent('Somebody else');
      answer();
      await screen.findByText('orders-db changes its settings.');
      expect(portal.callsOf('PATCH').map(({ body }) => body)).toEqual([
        { generation: 1, spec: { parameters: { maxConnections: 250 } } },
      ]);

      const again = await openSettings();
      await enter(again, '100');
      await enter(again, '250');
      await userEvent.keyboard('{Escape}');
      await waitFor(() =>
        expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
      );
    });

    it('shows what the app cluster refuses at its field, and removes a setting, so that its default applies', async () => {
      const portal = portalWith();
      portal.fail('PATCH', {
        status: 422,
        message: 'Development apps rejects it.',
        causes: [
          { field: 'spec.parameters.maxConnections', message: 'At least 10.' },
        ],
      });
      renderPortal(portal, page);
      const field = await openSettings();
      await enter(field, '1');
      await userEvent.click(apply());
      expect(await screen.findByText('At least 10.')).toBeVisible();

      portal.clearFailures();
      await userEvent.clear(field);
      expect(screen.getByRole('dialog')).toHaveTextContent('100 → default');
      await userEvent.click(apply());
      await screen.findByText('orders-db changes its settings.');
      expect(portal.callsOf('PATCH').at(-1)?.body).toMatchObject({
        spec: { parameters: null },
      });
    });

    it('shows both versions when somebody else changed a setting meanwhile, and the conflict once, without the refusal', async () => {
      const portal = portalWith();
      const { signals } = renderPortal(portal, page);
      const field = await openSettings();
      await enter(field, '250');
      portal.generation = 2;
      portal.parameters = { maxConnections: 150, extra: { a: 1 } };
      await signals.send(changed);

      const dialog = screen.getByRole('dialog');
      await within(dialog).findByText(/Somebody else has changed/);
      expect(dialog).toHaveTextContent('100 → 150; your change makes it 250');
      expect(dialog).toHaveTextContent('default → 1; you did not change it');

      const message = 'Changed by somebody else.';
      portal.fail('PATCH', { status: 409, message });
      const anyway = within(dialog).getByRole('button', { name: /anyway/ });
      await userEvent.click(anyway);
      await waitFor(() => expect(portal.callsOf('PATCH')).toHaveLength(1));
      await waitFor(() => expect(anyway).toBeEnabled());
      expect(dialog).toHaveTextContent('Somebody else has changed');
      expect(dialog).not.toHaveTextContent(message);

      portal.clearFailures();
      await userEvent.click(
        within(dialog).getByRole('button', { name: 'Start again' }),
      );
      expect(field).toHaveValue(150);
      expect(dialog).not.toHaveTextContent('Somebody else');
      await enter(field, '300');
      await userEvent.click(apply());
      await screen.findByText('orders-db changes its settings.');
      expect(portal.callsOf('PATCH').at(-1)?.body).toEqual({
        generation: 2,
        spec: { parameters: { maxConnections: 300 } },
      });
    });
  });

  it('protects the instance from deletion, removes the protection, and leaves changes to the Git repository of a GitOps tool', async () => {
    const portal = portalWith();
    const { signals } = renderPortal(portal, page);
    const openMenu = async () =>
      userEvent.click(
        await screen.findByRole('button', { name: 'More actions' }),
      );
    await openMenu();
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Protect from deletion' }),
    );
    expect(await screen.findByText('Protected from deletion')).toBeVisible();

    await openMenu();
    expect(
      await screen.findByRole('menuitem', { name: 'Delete…' }),
    ).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(
      screen.getByRole('menuitem', { name: 'Remove protection from deletion' }),
    );
    await waitFor(() =>
      expect(
        screen.queryByText('Protected from deletion'),
      ).not.toBeInTheDocument(),
    );
    expect(portal.callsOf('PATCH').map(({ body }) => body)).toEqual([
      { protected: true },
      { protected: false },
    ]);

    portal.managedBy = { tool: 'argocd', name: 'databases' };
    await signals.send(changed);
    expect(await screen.findByText('Argo CD manages orders-db')).toBeVisible();
    await openMenu();
    for (const name of ['Change plan…', 'Edit settings…', 'Delete…']) {
      expect(await screen.findByRole('menuitem', { name })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    }
    expect(
      screen.getByRole('menuitem', { name: 'Protect from deletion' }),
    ).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('says why the settings of a service that is no longer offered are not known', async () => {
    const portal = portalWith();
    portal.fail(`GET /services/${postgresql}`, {
      status: 404,
      message: 'There is no such service.',
    });
    renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    expect(
      await screen.findByText(/^The settings are not known/),
    ).toBeVisible();
    expect(
      screen.getByRole('menuitem', { name: 'Edit settings…' }),
    ).toHaveAttribute('aria-disabled', 'true');
  });

  it('creates a service binding with an unused name, and keeps one whose deletion is refused, with the reason', async () => {
    const portal = portalWith(claim('binding', 'orders-db-app'));
    renderPortal(portal, `${page}/connect`);
    const section = await screen.findByRole('region', {
      name: 'Service bindings',
    });
    const create = await within(section).findByRole('button', {
      name: 'Create binding',
    });
    await waitFor(() => expect(create).toBeEnabled());
    await userEvent.click(create);

    const dialog = screen.getByRole('dialog');
    const name = await within(dialog).findByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(name).toHaveValue('orders-db-app-2'));
    await userEvent.clear(name);
    await userEvent.type(name, 'orders-db-app');
    expect(dialog).toHaveTextContent(
      'orders-db-app is already used in team-a.',
    );
    await userEvent.clear(name);
    await userEvent.type(name, 'web');
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Create binding' }),
    );

    expect(await screen.findByRole('row', { name: /^web/ })).toHaveTextContent(
      'Waiting for konnector',
    );
    expect(portal.callsOf('POST').map(call => call.body)).toEqual([
      {
        cluster: 'apps-dev',
        namespace: 'team-a',
        resource: servicebindings,
        name: 'web',
        spec: {
          instanceRef: 'orders-db',
          serviceInstanceType: 'postgresql',
        },
      },
    ]);

    const message = 'klutch:alice may not delete service bindings in team-a.';
    portal.fail('DELETE', { status: 403, message });
    await userEvent.click(screen.getByLabelText('Delete binding web'));
    await userEvent.type(screen.getByLabelText('Type web to confirm'), 'web');
    await userEvent.click(
      screen.getByRole('button', { name: 'Delete binding' }),
    );
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  const withoutRelatedApis = (portal: FakePortal) => {
    portal.services = portal.services.map(item => ({
      ...item,
      relatedApis: {},
    }));
    return portal;
  };

  it('R19: uses the related APIs of the instance’s own service', async () => {
    const portal = portalWith();
    // An API of another service comes first in the list.
    portal.services = [
      service('binding', { resource: 'cachebindings.other.io' }),
      service('backup', { resource: 'cachebackups.other.io' }),
      ...portal.services,
    ];
    renderPortal(portal, `${page}/backups`);
    const [start] = await screen.findAllByRole('button', {
      name: 'Back up now',
    });
    await waitFor(() => expect(start).toBeEnabled());
    await userEvent.click(start as HTMLElement);

    await waitFor(() =>
      expect(portal.callsOf('POST').at(0)?.body).toMatchObject({
        resource: 'backups.anynines.com',
      }),
    );
  });

  it('R19: offers neither service bindings nor backups when the service has no related API', async () => {
    const portal = withoutRelatedApis(
      portalWith(
        claim('binding', 'of-another', { instanceResource: 'caches.other.io' }),
      ),
    );
    renderPortal(portal, `${page}/connect`);
    expect(
      await screen.findByText(
        /^Service bindings are not available for PostgreSQL: its API names no API for them/,
      ),
    ).toBeVisible();
    for (const button of screen.getAllByRole('button', {
      name: 'Create binding',
    })) {
      expect(button).toHaveAttribute('aria-disabled', 'true');
    }

    await userEvent.click(screen.getByRole('tab', { name: 'Backups' }));
    expect(
      await screen.findByText(/^Backups are not available for PostgreSQL/),
    ).toBeVisible();
    expect(
      screen.queryByText('There is no good backup yet'),
    ).not.toBeInTheDocument();
  });

  it('R27: explains why no service binding can be created where its API is not bound, and does not suggest binding a withdrawn API', async () => {
    const portal = portalWith();
    for (const item of portal.services) {
      if (item.type === 'binding') {
        item.clusters = [
          { id: 'apps-dev', title: 'Development apps', bound: false },
        ];
      }
    }
    const { signals } = renderPortal(portal, `${page}/connect`);

    const [button] = await screen.findAllByRole('button', {
      name: 'Create binding',
      description:
        /Service bindings are not bound on Development apps. A platform operator can bind them/,
    });
    expect(button).toHaveAttribute('aria-disabled', 'true');

    for (const item of portal.services) {
      if (item.type === 'binding') item.offered = false;
    }
    await signals.send({ topic: 'platform' });
    const [withdrawn] = await screen.findAllByRole('button', {
      name: 'Create binding',
      description: /Service bindings are not offered/,
    });
    expect(withdrawn).toHaveAttribute('aria-disabled', 'true');
  });

  it('creates a backup and shows its progress in the table', async () => {
    const portal = portalWith();
    const { signals } = renderPortal(portal, `${page}/backups`);
    expect(
      await screen.findByText('There is no good backup yet'),
    ).toBeVisible();
    const section = screen.getByRole('region', { name: 'Backups' });
    const start = within(section).getByRole('button', { name: 'Back up now' });
    await waitFor(() => expect(start).toBeEnabled());
    await userEvent.click(start);

    const row = await screen.findByRole('row', {
      name: /orders-db-\d{8}-\d{6} Waiting for konnector/,
    });
    expect(row).toBeVisible();

    Object.assign(portal.claims[1] ?? {}, {
      state: 'Ready',
      stateText: 'Ready',
      stateReason: undefined,
      finishedAt: ago(0),
      size: 1_234_567,
    });
    Object.assign(portal.claims[0] ?? {}, { lastBackupAt: ago(0) });
    await signals.send(changed);
    expect(await screen.findByText('Last good backup just now')).toBeVisible();
    expect(
      screen.getByRole('row', { name: /Ready 1.18 MiB just now/ }),
    ).toBeVisible();
  });

  it('restores a finished backup only, after the instance’s name was typed, and shows why the app cluster refuses', async () => {
    const portal = portalWith(
      claim('backup', 'monday', { finishedAt: ago(7200) }),
      claim('backup', 'broken', { state: 'Failed', stateText: 'Failed' }),
      claim('backup', 'away', { state: 'Unknown' }),
    );
    const message = 'You may not order Restore "r". It needs another right.';
    portal.fail('POST /claims', { status: 403, message });
    renderPortal(portal, `${page}/backups`);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Restore from monday' }),
    );

    expect(screen.getByLabelText('Restore from broken')).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(
      screen.getByTitle('Only a finished backup can be restored.'),
    ).toBeInTheDocument();
    expect(screen.getByTitle(/^Its state is not known/)).toBeInTheDocument();

    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent(
      'All data in orders-db is overwritten with the backup that finished 2 h ago.',
    );
    const action = within(dialog).getByRole('button', {
      name: 'Overwrite and restore',
    });
    expect(action).toBeDisabled();
    const name = within(dialog).getByRole('textbox', {
      name: 'Type orders-db to confirm',
    });
    await userEvent.type(name, 'monday{Enter}');
    expect(dialog).toHaveTextContent('The name does not match.');
    expect(portal.callsOf('POST')).toEqual([]);
    await userEvent.clear(name);
    await userEvent.type(name, 'orders-db');
    await waitFor(() => expect(action).toBeEnabled());
    await userEvent.click(action);
    expect(await within(dialog).findByText(message)).toBeVisible();
    portal.clearFailures();
    await userEvent.click(action);

    expect(
      await screen.findByRole('row', {
        name: /orders-db-restore-\d{8}-\d{6} monday Waiting/,
      }),
    ).toBeVisible();
    expect(portal.callsOf('POST').at(-1)?.body).toMatchObject({
      resource: 'restores.anynines.com',
      spec: {
        backupRef: 'monday',
        instanceRef: 'orders-db',
        serviceInstanceType: 'postgresql',
      },
    });
  });

  async function deleteInstance() {
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions' }),
    );
    const menuItem = await screen.findByRole('menuitem', { name: 'Delete…' });
    await userEvent.click(menuItem);

    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('app')).toBeVisible();
    const action = within(dialog).getByRole('button', {
      name: 'Delete instance',
    });
    expect(action).toBeDisabled();
    await userEvent.type(
      within(dialog).getByRole('textbox', {
        name: 'Type orders-db to confirm',
      }),
      'orders-db',
    );
    await userEvent.click(action);
    return dialog;
  }

  it('can be stopped before the instance is deleted, and shows the answer to that', async () => {
    const portal = portalWith(claim('binding', 'app'));
    renderPortal(portal, page);
    const dialog = await deleteInstance();
    await within(dialog).findByText(/Waiting until the service binding app/);
    const cancel = within(dialog).getByRole('button', { name: 'Cancel' });
    expect(cancel).toBeEnabled();
    const call = `DELETE /claims/apps-dev/team-a/${postgresql}/orders-db`;
    const respond = portal.delay(call);
    portal.fail(call, { status: 403, message: 'Not permitted.' });
    portal.claims = portal.claims.filter(({ name }) => name !== 'app');
    await waitFor(() => expect(cancel).toBeDisabled(), { timeout: 5_000 });
    respond();
    expect(await within(dialog).findByText('Not permitted.')).toBeVisible();
  });

  it('keeps the instance while a service binding cannot be reached', async () => {
    const portal = portalWith(claim('binding', 'app'));
    const unbound = {
      status: 404,
      ...explain('ServiceNotBound', {
        service: 'Service binding',
        cluster: 'Development apps',
      }),
    };
    portal.fail('DELETE', unbound);
    renderPortal(portal, page);
    const dialog = await deleteInstance();
    expect(await within(dialog).findByText(unbound.message)).toBeVisible();
    expect(portal.callsOf('DELETE')).toHaveLength(1);
  });

  it('keeps the instance when a service binding was created meanwhile', async () => {
    const portal = portalWith(claim('binding', 'app'));
    renderPortal(portal, page);
    const dialog = await deleteInstance();
    await waitFor(() => expect(portal.callsOf('DELETE')).toHaveLength(1));
    portal.claims = [
      ...portal.claims.filter(({ name }) => name !== 'app'),
      claim('binding', 'late'),
    ];
    expect(
      await within(dialog).findByText(
        /^Service bindings were created meanwhile: late\. orders-db was not deleted\./,
        undefined,
        { timeout: 10_000 },
      ),
    ).toBeVisible();
    expect(portal.callsOf('DELETE')).toHaveLength(1);
  });

  it('R26: lists what refers to the instance, requires its name, keeps the instance while a service binding cannot be deleted, and deletes it afterwards', async () => {
    const portal = portalWith(
      claim('binding', 'app'),
      claim('backup', 'monday'),
    );
    const message = 'klutch:alice may not delete service bindings in team-a.';
    portal.fail('DELETE', { status: 403, message });
    const { signals } = renderPortal(portal, page);
    const dialog = await deleteInstance();
    expect(within(dialog).getByText('monday')).toBeVisible();
    expect(dialog).toHaveTextContent(
      /stay in namespace team-a; the page Instances lists them/,
    );
    expect(await within(dialog).findByText(message)).toBeVisible();
    expect(dialog).toHaveTextContent(
      'The service binding app is not deleted yet, so orders-db and its data are kept.',
    );
    expect(portal.callsOf('DELETE')).toHaveLength(1);

    portal.clearFailures();
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Delete instance' }),
    );

    expect(
      await within(dialog).findByText(
        /Waiting until the service binding app is deleted/,
      ),
    ).toBeVisible();
    const deleted = () => portal.callsOf('DELETE').map(({ path }) => path);
    const bindingPath = `/claims/apps-dev/team-a/${servicebindings}/app`;
    expect(deleted().slice(1)).toEqual([bindingPath]);
    portal.claims = portal.claims.filter(({ name }) => name !== 'app');

    await waitFor(() => expect(dialog).not.toBeInTheDocument(), {
      timeout: 5_000,
    });
    expect(await screen.findByText('Deleting')).toBeVisible();
    expect(deleted().slice(1)).toEqual([
      bindingPath,
      `/claims/apps-dev/team-a/${postgresql}/orders-db`,
    ]);
    portal.claims = [];
    await signals.send(changed);
    expect(
      await screen.findByText('orders-db is no longer here'),
    ).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Back to all instances' }),
    ).toHaveAttribute('href', '/klutch/instances');

    portal.claims = [claim('instance', 'orders-db', { uid: 'applied-again' })];
    await signals.send(changed);
    await waitFor(() =>
      expect(screen.queryByText('orders-db is no longer here')).toBe(null),
    );
  });
});
