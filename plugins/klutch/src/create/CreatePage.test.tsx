import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Call } from '../__testUtils__/FakePortal';
import { FakePortal } from '../__testUtils__/FakePortal';
import {
  appCluster,
  claim,
  postgresql,
  service,
  serviceDetail,
} from '../__testUtils__/fixtures';
import { renderPortal } from '../__testUtils__/renderPortal';

const page = `/klutch/create/${postgresql}`;

async function fillWhere(name: string) {
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.click(field);
  await userEvent.paste(name);
  await screen.findByText(`${name} is available.`);
  await userEvent.click(screen.getByRole('button', { name: 'Next: What' }));
}

async function fillWhat(plan: string) {
  await userEvent.click(
    await screen.findByRole('radio', { name: `Choose ${plan}` }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
}

function orders(portal: FakePortal): Call[] {
  return portal
    .callsOf('POST /claims')
    .filter(call => call.query.dryRun !== 'true');
}

const shop = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'shop', title: 'Web shop' },
  spec: { type: 'service', owner: 'developers', lifecycle: 'production' },
  relations: [{ type: 'ownedBy', targetRef: 'group:default/developers' }],
};
const foreign = {
  ...shop,
  metadata: { name: 'payments' },
  relations: [{ type: 'ownedBy', targetRef: 'group:default/others' }],
};

async function choose(field: RegExp, option: string) {
  await userEvent.click(await screen.findByRole('button', { name: field }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => sessionStorage.clear());

describe('CreatePage', () => {
  it('orders for a group and a component of the person', async () => {
    const portal = new FakePortal();
    renderPortal(portal, page, { entities: [shop, foreign] });
    await choose(/^Owner/, 'developers');
    await userEvent.click(
      await screen.findByRole('button', { name: /^Used by/ }),
    );
    const options = screen.getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'No component',
      'Web shop',
    ]);
    await userEvent.click(screen.getByRole('option', { name: 'Web shop' }));
    await fillWhere('orders-db');
    await fillWhat('Single small');
    expect(await screen.findByLabelText('YAML')).toHaveTextContent(
      'klutch.anynines.com/component: component:default/shop',
    );
    const create = screen.getByRole('button', { name: /^Create orders-db/ });
    await waitFor(() => expect(create).toBeEnabled());
    await userEvent.click(create);
    await waitFor(() =>
      expect(orders(portal)[0]?.body).toMatchObject({
        owner: 'group:default/developers',
        component: 'component:default/shop',
      }),
    );
  });

  it('creates an instance in three steps after a dry run', async () => {
    const portal = new FakePortal();
    renderPortal(portal, page);
    await fillWhere('orders-db');
    await fillWhat('Single small');

    expect(
      await screen.findByText(
        'You are about to order orders-db: PostgreSQL 15 with plan Single small, in namespace team-a on Development apps.',
      ),
    ).toBeVisible();
    expect(
      await screen.findByText(/The app cluster accepts this order/),
    ).toBeVisible();
    expect(screen.getByLabelText('YAML')).toHaveTextContent(
      'compositionRef: name: a9s-postgresql',
    );
    const download = screen.getByRole('link', {
      name: 'Download orders-db.yaml',
    });
    const downloaded = decodeURIComponent(download.getAttribute('href') ?? '');
    expect(downloaded).toContain('kind: PostgresqlInstance');
    expect(downloaded).toContain(
      `klutch.anynines.com/owner: ${portal.me.userRef}`,
    );
    expect(screen.getByLabelText('As kubectl command')).toHaveTextContent(
      'kubectl apply -f -',
    );
    expect(orders(portal)).toEqual([]);

    await userEvent.click(
      screen.getByRole('button', {
        name: 'Create orders-db on Development apps',
      }),
    );

    expect(
      await screen.findByRole('region', { name: 'Instance orders-db' }),
    ).toHaveTextContent('Waiting for konnector');
    expect(orders(portal).map(call => call.body)).toEqual([
      {
        cluster: 'apps-dev',
        namespace: 'team-a',
        resource: postgresql,
        name: 'orders-db',
        spec: {
          service: 'a9s-postgresql15',
          plan: 'postgresql-single-small',
          compositionRef: { name: 'a9s-postgresql' },
        },
      },
    ]);
  });

  it('stays on the review until the order is answered', async () => {
    const portal = new FakePortal();
    renderPortal(portal, page);
    await fillWhere('orders-db');
    await fillWhat('Single small');
    const create = screen.getByRole('button', { name: /^Create orders-db/ });
    await waitFor(() => expect(create).toBeEnabled());
    const respond = portal.delay('POST /claims');
    await userEvent.click(create);
    expect(screen.getByRole('button', { name: 'Back' })).toBeDisabled();
    expect(screen.getByRole('button', { name: /Where/ })).toBeDisabled();
    respond();
    expect(
      await screen.findByRole('region', { name: 'Instance orders-db' }),
    ).toBeVisible();
  });

  it('R27: does not suggest binding a withdrawn service', async () => {
    const portal = new FakePortal();
    const clusters = [
      { id: 'apps-dev', title: 'Development apps', bound: false },
      { id: 'apps-prod', title: 'Production apps', bound: true },
    ];
    portal.services = portal.services.map(item => ({
      ...item,
      offered: false,
      clusters,
    }));
    renderPortal(portal, page);
    expect(
      await screen.findByText(
        'PostgreSQL is not bound here and was withdrawn. Ask a platform operator to offer it again.',
      ),
    ).toBeVisible();
  });

  it('checks the name while it is typed', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    renderPortal(portal, page);
    const name = await screen.findByRole('textbox', { name: 'Name' });

    await userEvent.type(name, 'Orders');
    expect(
      screen.getByText('Use lower-case letters, digits and hyphens only.'),
    ).toBeVisible();
    await userEvent.clear(name);
    await userEvent.type(name, 'orders-');
    expect(
      screen.getByText('Start and end with a letter or a digit.'),
    ).toBeVisible();
    await userEvent.type(name, 'db');
    expect(
      await screen.findByText('orders-db is already used in team-a.'),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next: What' }));
    expect(
      screen.getByRole('button', { name: /Where/, current: 'step' }),
    ).toBeVisible();
    await userEvent.type(name, '-2');
    expect(await screen.findByText('orders-db-2 is available.')).toBeVisible();
  });

  describe('while the namespaces are loading', () => {
    const clickNext = async (portal: FakePortal) => {
      const respond = portal.delay('GET /app-clusters/apps-dev/namespaces');
      renderPortal(portal, page);
      await userEvent.click(
        await screen.findByRole('textbox', { name: 'Name' }),
      );
      await userEvent.paste('orders-db');
      await userEvent.click(screen.getByRole('button', { name: 'Next: What' }));
      expect(await screen.findByText(/opens automatically/)).toBeVisible();
      return respond;
    };
    const isAtWhere = () =>
      expect(
        screen.getByRole('button', { name: /Where/, current: 'step' }),
      ).toBeVisible();

    it('opens the next step automatically once they are loaded', async () => {
      const respond = await clickNext(new FakePortal());
      isAtWhere();
      respond();
      expect(
        await screen.findByRole('radio', { name: 'Choose Single small' }),
      ).toBeEnabled();
      expect(screen.queryByText(/opens automatically/)).not.toBeInTheDocument();
    });

    it('asks for the namespace when there are several', async () => {
      const portal = new FakePortal();
      portal.namespaces.push({ name: 'team-b', writable: true });
      const respond = await clickNext(portal);
      respond();
      expect(await screen.findByText('Choose a namespace.')).toBeVisible();
      isAtWhere();
    });

    it('stays on the step when the name turns out to be taken', async () => {
      const portal = new FakePortal();
      portal.claims = [claim('instance', 'orders-db')];
      const respond = await clickNext(portal);
      respond();
      expect(
        await screen.findByText('orders-db is already used in team-a.'),
      ).toBeVisible();
      isAtWhere();
    });

    it('does not open the next step after the name was edited', async () => {
      const respond = await clickNext(new FakePortal());
      const name = screen.getByRole('textbox', { name: 'Name' });
      await userEvent.type(name, '-2');
      respond();
      expect(
        await screen.findByText('orders-db-2 is available.'),
      ).toBeVisible();
      isAtWhere();
    });
  });

  it('shows plans and versions that cannot run here as not available, with the reason, and requires a choice before the next step', async () => {
    const portal = new FakePortal();
    renderPortal(portal, page);
    await fillWhere('orders-db');

    expect(
      screen.getByRole('radio', { name: 'Choose Replica small' }),
    ).toBeDisabled();
    expect(screen.getByText('This sandbox runs single servers.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
    expect(screen.getByText('Choose a plan.')).toBeVisible();
    expect(portal.callsOf('POST')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /^Version/ }));
    expect(
      screen.getByRole('option', { name: /PostgreSQL 17/ }),
    ).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows a plan that the chosen version does not have as not available, also when it is chosen already', async () => {
    const portal = new FakePortal();
    const message = 'nano plans exist for PostgreSQL 15 only';
    const schema = {
      properties: {
        spec: {
          'x-kubernetes-validations': [
            {
              rule: "!self.plan.contains('nano') || self.service == 'a9s-postgresql15'",
              message,
            },
          ],
        },
      },
    };
    portal.services = portal.services.map(item => ({
      ...item,
      versions: item.versions.map(one => ({ ...one, available: true })),
    }));
    portal.detailOf = of => serviceDetail(of, { schema });
    renderPortal(portal, `${page}?version=a9s-postgresql15`);
    await fillWhere('orders-db');
    await userEvent.click(
      await screen.findByRole('radio', { name: 'Choose Single nano' }),
    );
    const summary = screen.getByRole('region', { name: 'Summary' });
    expect(summary).toHaveTextContent('PlanSingle nano');

    await choose(/^Version/, 'PostgreSQL 17');
    const nano = screen.getByRole('radio', { name: 'Choose Single nano' });
    expect(nano).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
    expect(await screen.findAllByText(message)).toHaveLength(2);
    expect(
      screen.queryByRole('button', { name: /^Create orders-db/ }),
    ).not.toBeInTheDocument();
    expect(
      screen.getByRole('radio', { name: 'Choose Single small' }),
    ).toBeEnabled();
  });

  it('asks for a binding on an app cluster without one', async () => {
    const portal = new FakePortal();
    portal.appClusters.push(
      appCluster({ id: 'apps-prod', title: 'Production apps' }),
    );
    portal.services = [
      service('instance', {
        clusters: [
          { id: 'apps-old', title: 'Old apps', bound: false },
          { id: 'apps-dev', title: 'Development apps', bound: true },
          { id: 'apps-prod', title: 'Production apps', bound: false },
        ],
      }),
    ];
    renderPortal(portal, page);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Ask for binding' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));

    expect(
      await screen.findByText('The platform operators see your request'),
    ).toBeInTheDocument();
    expect(portal.callsOf('POST /services/')[0]?.body).toEqual({
      cluster: 'apps-prod',
    });
    // The dialog's form is not the wizard's.
    expect(screen.queryByText('Enter a name.')).not.toBeInTheDocument();
  });

  it('offers the versions and plans of the chosen backend, and orders from it', async () => {
    const portal = new FakePortal();
    portal.detailOf = item => ({
      ...serviceDetail(item),
      otherPlans: [
        { value: 'postgresql-medium', title: 'Medium', available: true },
      ],
      schema: {
        properties: {
          spec: {
            properties: {
              service: {
                enum: ['a9s-postgresql15', 'a9s-postgresql17'],
              },
              plan: {
                enum: ['postgresql-single-small', 'postgresql-medium'],
              },
              compositionRef: {
                type: 'object',
                properties: { name: { type: 'string' } },
              },
            },
            'x-kubernetes-validations': [
              {
                rule: "self.compositionRef.name in ['a9s-postgresql', 'a8s-postgresql']",
                message: 'unknown',
              },
              {
                rule: "self.compositionRef.name != 'a8s-postgresql' || (self.service == 'a9s-postgresql15' && self.plan == 'postgresql-medium')",
                message: 'not of a8s-postgresql',
              },
            ],
          },
        },
      },
    });
    renderPortal(portal, page);
    await fillWhere('orders-db');
    expect(
      await screen.findByRole('radio', { name: 'Choose Single small' }),
    ).toBeVisible();
    const switchBackend = async (from: string, to: string) => {
      await userEvent.click(
        screen.getByRole('button', { name: `Backend ${from}` }),
      );
      await userEvent.click(screen.getByRole('option', { name: to }));
    };
    await switchBackend('a9s-postgresql (default)', 'a8s-postgresql');
    await userEvent.click(
      await screen.findByRole('radio', { name: 'Choose Medium' }),
    );
    expect(
      screen.queryByRole('radio', { name: 'Choose Single small' }),
    ).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent(
      'Backenda8s-postgresql',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
    await screen.findByText(/The app cluster accepts this order/);
    expect(portal.callsOf('POST /claims').at(-1)?.body).toMatchObject({
      spec: {
        compositionRef: { name: 'a8s-postgresql' },
        plan: 'postgresql-medium',
      },
    });

    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await switchBackend('a8s-postgresql', 'a9s-postgresql (default)');
    expect(
      await screen.findByRole('radio', { name: 'Choose Single small' }),
    ).not.toBeChecked();
  });

  it('presets values from the URL, also the component of a link to it, and disables namespaces without create permission, with the reason', async () => {
    const portal = new FakePortal();
    portal.namespaces.push({ name: 'team-b', writable: true });
    renderPortal(
      portal,
      `${page}?cluster=apps-dev&namespace=team-b&plan=postgresql-single-small&component=component:default/payments`,
    );

    const summary = await screen.findByRole('region', { name: 'Summary' });
    await waitFor(() => expect(summary).toHaveTextContent('Namespaceteam-b'));
    expect(summary).toHaveTextContent('PlanSingle small');
    expect(screen.getByLabelText(/^Used by/)).toHaveTextContent('payments');

    await userEvent.click(screen.getByLabelText(/^Namespace/));
    const option = screen.getByRole('option', { name: /default/ });
    expect(option).toHaveAttribute('aria-disabled', 'true');
    expect(option).toHaveTextContent('klutch:alice may not');
    expect(screen.getByRole('option', { name: 'team-b' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('attaches errors of the dry run to the fields', async () => {
    const portal = new FakePortal();
    portal.fail('POST /claims', {
      status: 422,
      message: 'The order is not valid.',
      causes: [
        { field: 'spec.plan', message: 'This plan is sold out.' },
        {
          field: 'spec.parameters.maxConnections',
          message: 'must be at most 500',
        },
      ],
    });
    renderPortal(portal, page);
    await fillWhere('orders-db');
    await fillWhat('Single small');

    const refusal = await screen.findByRole('alert');
    expect(refusal).toHaveTextContent(
      'The app cluster does not accept this order',
    );
    expect(refusal).toHaveTextContent('The order is not valid.');
    expect(
      screen.getByRole('button', { name: /Create orders-db/ }),
    ).toBeDisabled();

    await userEvent.click(
      within(refusal).getByRole('button', { name: 'Change Plan' }),
    );
    expect(screen.getByText('This plan is sold out.')).toBeVisible();
    expect(await screen.findByText('must be at most 500')).toBeVisible();

    portal.clearFailures();
    await userEvent.click(
      screen.getByRole('radio', { name: 'Choose Single nano' }),
    );
    expect(
      screen.queryByText('This plan is sold out.'),
    ).not.toBeInTheDocument();
    await userEvent.type(
      screen.getByRole('spinbutton', { name: /Max connections/ }),
      '300',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
    expect(
      await screen.findByText(/The app cluster accepts this order/),
    ).toBeVisible();
    expect(portal.callsOf('POST /claims').at(-1)?.body).toMatchObject({
      spec: {
        plan: 'postgresql-single-nano',
        parameters: { maxConnections: 300 },
      },
    });
  });

  it('R29: reports that a failed creation is not retried and that a failed dry run is', async () => {
    const portal = new FakePortal();
    portal.fail('POST /claims', 'down');
    renderPortal(portal, page);
    await fillWhere('orders-db');
    await fillWhat('Single small');
    expect(
      await screen.findByText('This page retries automatically.'),
    ).toBeVisible();

    portal.clearFailures();
    await screen.findByText(/The app cluster accepts this order/);
    portal.fail('POST /claims', 'down');
    await userEvent.click(
      screen.getByRole('button', { name: /Create orders-db/ }),
    );
    expect(
      await screen.findByText(/^This is not retried automatically/),
    ).toBeVisible();
  });

  it('R18: checks the rules of the API while settings are typed, and creates the claim with every setting, including settings edited as YAML', async () => {
    const portal = new FakePortal();
    renderPortal(portal, page);
    await fillWhere('orders-db');

    await userEvent.click(
      screen.getByText('Settings', { selector: 'summary' }),
    );
    await userEvent.click(
      screen.getByRole('radio', { name: 'Choose Single nano' }),
    );
    const connections = await screen.findByRole('spinbutton', {
      name: /Max connections/,
    });
    await userEvent.type(connections, '1.5');
    expect(await screen.findByText('Enter a whole number.')).toBeVisible();
    expect(screen.getByText('Default: 100.')).toBeVisible();
    expect(screen.getByText('Limits')).toBeVisible();
    await userEvent.clear(connections);
    await userEvent.paste('401');
    expect(
      await screen.findByText('must be at most 400 with this plan'),
    ).toBeVisible();
    await userEvent.click(
      screen.getByRole('radio', { name: 'Choose Single small' }),
    );
    expect(
      screen.queryByText('must be at most 400 with this plan'),
    ).not.toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText(/Max connections/));

    const extra = screen.getByRole('textbox', { name: /^Extra/ });
    await userEvent.click(extra);
    await userEvent.paste('a: [');
    expect(await screen.findByText(/^This is not YAML: /)).toBeVisible();
    await userEvent.click(
      screen.getByRole('radio', { name: 'Choose Single nano' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
    expect(screen.getByText('Correct the marked settings.')).toBeVisible();

    await userEvent.clear(screen.getByRole('textbox', { name: /^Extra/ }));
    await userEvent.paste('tags: [1, two]');
    // It opened because of what was wrong, and stays open when nothing is.
    expect(
      screen.queryByText('Correct the marked settings.'),
    ).not.toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Extra/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Expose/ }));
    await userEvent.click(screen.getByRole('option', { name: 'Internal' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
    await screen.findByText(/The app cluster accepts this order/);

    expect(portal.callsOf('POST /claims').at(-1)?.body).toMatchObject({
      spec: {
        service: 'a9s-postgresql15',
        plan: 'postgresql-single-nano',
        expose: 'Internal',
        parameters: { extra: { tags: [1, 'two'] } },
        compositionRef: { name: 'a9s-postgresql' },
      },
    });
    expect(screen.getByLabelText('YAML')).toHaveTextContent(
      'expose: Internal parameters: extra: tags: - 1 - two',
    );
  });
});
