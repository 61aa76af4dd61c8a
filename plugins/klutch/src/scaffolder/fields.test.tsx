import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  alice,
  appCluster,
  claim,
  postgresql,
  service,
  serviceDetail,
} from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderTemplate } from '../__testUtils__/renderTemplate';
// Loaded lazily; importing the texts here keeps the loading time out of the tests' timeouts.
import '../messages/de';
import { klutchTranslations } from '../messages/translations';

const options = { 'ui:options': { resource: postgresql } };
const target = { type: 'object', 'ui:field': 'KlutchTarget', ...options };
const plan = { type: 'object', 'ui:field': 'KlutchPlan', ...options };
const instance = { type: 'string', 'ui:field': 'KlutchInstance' };
const owner = { type: 'string', 'ui:field': 'KlutchOwner' };

/** Leaves the form; a form with a problem stays. */
const review = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Review' }));

const create = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Create' }));

/** Chooses in a menu. */
async function choose(label: RegExp, option: RegExp | string) {
  await userEvent.click(await screen.findByRole('button', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

describe('KlutchTarget', () => {
  function twoClusters() {
    const portal = new FakePortal();
    portal.appClusters = [
      appCluster(),
      appCluster({ id: 'apps-prod', title: 'Production apps' }),
    ];
    portal.services = [
      service('instance', {
        clusters: portal.appClusters.map(({ id, title }) => ({
          id,
          title,
          bound: true,
        })),
      }),
    ];
    portal.namespaces = [
      { name: 'team-a', writable: true },
      { name: 'team-b', writable: true },
      { name: 'default', writable: false, message: 'klutch:alice may not' },
    ];
    return portal;
  }

  it('asks for an app cluster and a namespace, and offers those in which the person may order', async () => {
    const sent = renderTemplate(twoClusters(), {
      ...target,
      title: 'Where it runs',
      description: 'Near your application.',
    });
    const field = await screen.findByRole('group', { name: /Where it runs/ });
    expect(screen.getByText('Near your application.')).toBeVisible();

    await review();
    expect(
      (await screen.findAllByText('Choose an app cluster.')).length,
    ).toBeGreaterThan(0);
    await userEvent.click(
      await within(field).findByRole('radio', { name: 'Production apps' }),
    );
    await review();
    expect(
      (await screen.findAllByText('Choose a namespace.')).length,
    ).toBeGreaterThan(0);

    await userEvent.click(
      await screen.findByRole('button', { name: /^Namespace/ }),
    );
    expect(
      await screen.findByRole('option', { name: /klutch:alice may not/ }),
    ).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('option', { name: 'team-b' }));
    await review();
    await create();
    await waitFor(() =>
      expect(sent).toEqual([
        { chosen: { cluster: 'apps-prod', namespace: 'team-b' } },
      ]),
    );
  });

  it('does not go on with a namespace in which the person may no longer order', async () => {
    const portal = new FakePortal();
    renderTemplate(portal, target);
    expect(
      await screen.findByRole('button', { name: 'Namespace team-a' }),
    ).toBeVisible();
    portal.namespaces = [
      { name: 'team-a', writable: false, message: 'klutch:alice may not' },
    ];
    await review();
    expect(
      (await screen.findAllByText(/klutch:alice may not/)).length,
    ).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Create' })).toBe(null);
  });

  it('chooses what has no alternative', async () => {
    const sent = renderTemplate(new FakePortal(), target);
    expect(
      await screen.findByRole('group', { name: /^App cluster and namespace/ }),
    ).toBeVisible();
    expect(
      await screen.findByRole('button', { name: 'Namespace team-a' }),
    ).toBeVisible();
    await review();
    await create();
    await waitFor(() =>
      expect(sent).toEqual([
        { chosen: { cluster: 'apps-dev', namespace: 'team-a' } },
      ]),
    );
  });

  it('offers to ask for a service that is bound nowhere', async () => {
    const portal = new FakePortal();
    portal.services = [
      service('instance', {
        clusters: [{ id: 'apps-dev', title: 'Development apps', bound: false }],
      }),
    ];
    renderTemplate(portal, target);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Ask for binding' }),
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Send request' }),
    );
    await waitFor(() =>
      expect(portal.callsOf('POST /services')).toHaveLength(1),
    );
  });

  it('says that the template names no service', async () => {
    renderTemplate(new FakePortal(), { ...target, 'ui:options': {} });
    expect(
      await screen.findByText(/author of the template to set ui:options/),
    ).toBeVisible();
  });

  it('says that the portal is away, and shows the choice when it is back', async () => {
    const portal = new FakePortal();
    portal.fail('GET /services/', 'down');
    renderTemplate(portal, target);
    expect(
      await screen.findByText('The portal cannot be reached'),
    ).toBeVisible();
    portal.clearFailures();
    expect(
      await screen.findByRole('radio', { name: 'Development apps' }),
    ).toBeVisible();
  });

  it('is shown to people who chose German', async () => {
    renderTemplate(twoClusters(), target, {
      translation: klutchTranslations,
      language: 'de',
    });
    await screen.findByRole('group', { name: /^App-Cluster und Namespace/ });
    await review();
    expect(
      (await screen.findAllByText('Wählen Sie einen App-Cluster.')).length,
    ).toBeGreaterThan(0);
  });
});

describe('KlutchPlan', () => {
  function twoVersions() {
    const portal = new FakePortal();
    portal.detailOf = of =>
      serviceDetail(of, {
        versions: ['15', '17'].map(version => ({
          value: `a9s-postgresql${version}`,
          title: `PostgreSQL ${version}`,
          available: true,
        })),
        plans: ['nano', 'small', 'big'].map(size => ({
          value: `postgresql-single-${size}`,
          title: `Single ${size}`,
          available: true,
        })),
        schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              'x-kubernetes-validations': [
                {
                  rule: "self.service != 'a9s-postgresql17' || self.plan != 'postgresql-single-nano'",
                  message: 'PostgreSQL 17 has no single nano',
                },
              ],
            },
          },
        },
      });
    return portal;
  }

  it('offers the plans of the chosen version only', async () => {
    const sent = renderTemplate(twoVersions(), { ...plan, title: 'Size' });
    await screen.findByRole('group', { name: /Size/ });
    expect(await screen.findByText(/Choose a version first/)).toBeVisible();

    await choose(/^Version/, 'PostgreSQL 15');
    await userEvent.click(
      await screen.findByRole('radio', { name: 'Choose Single nano' }),
    );
    await choose(/^Version/, 'PostgreSQL 17');
    await review();
    expect(
      (await screen.findAllByText('Choose a plan.')).length,
    ).toBeGreaterThan(0);
    expect(
      screen.queryByRole('radio', {
        name: 'Choose Single nano',
        checked: true,
      }),
    ).not.toBeInTheDocument();

    await userEvent.click(
      await screen.findByRole('radio', { name: 'Choose Single small' }),
    );
    await review();
    await create();
    await waitFor(() =>
      expect(sent).toEqual([
        {
          chosen: {
            service: 'a9s-postgresql17',
            plan: 'postgresql-single-small',
          },
        },
      ]),
    );
  });

  it('requires a version and a plan', async () => {
    renderTemplate(twoVersions(), plan);
    await screen.findByRole('group', { name: /^Version and plan/ });
    await review();
    expect(
      (await screen.findAllByText('Choose a version.')).length,
    ).toBeGreaterThan(0);
    expect(screen.getAllByText('Choose a plan.').length).toBeGreaterThan(0);
  });
});

describe('KlutchInstance', () => {
  it('finds an instance by the search of the backend', async () => {
    const portal = new FakePortal();
    portal.claims = [
      ...Array.from({ length: 60 }, (_, i) => claim('instance', `a-${i}`)),
      claim('instance', 'orders-db'),
    ];
    const sent = renderTemplate(portal, {
      ...instance,
      ...options,
      title: 'Database',
    });
    const field = await screen.findByRole('textbox', { name: /Database/ });
    expect(screen.getByText(/11 more instances/)).toBeVisible();

    await userEvent.type(field, 'orders');
    await userEvent.click(
      await screen.findByRole('option', {
        name: /orders-db.*PostgreSQL 15 · team-a on Development apps/,
      }),
    );
    expect(field).toHaveValue('orders-db, team-a on Development apps');
    expect(portal.callsOf('GET /claims').at(-1)?.query).toMatchObject({
      type: 'instance',
      resource: postgresql,
    });
    await review();
    await create();
    await waitFor(() =>
      expect(sent).toEqual([
        { chosen: `apps-dev/team-a/${postgresql}/orders-db` },
      ]),
    );
  });

  it('offers to create the first instance', async () => {
    renderTemplate(new FakePortal(), { ...instance, ...options });
    expect(
      await screen.findByRole('button', {
        name: 'Create an instance in a new tab',
      }),
    ).toHaveAttribute('href', `/klutch/create/${postgresql}`);
  });

  it('refuses a value that is no claim reference', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    renderTemplate(
      portal,
      { ...instance, default: 'orders-db' },
      { optional: true },
    );
    await screen.findByRole('textbox', { name: /Instance/ });
    await review();
    expect(
      (await screen.findAllByText('Choose an instance from the list.')).length,
    ).toBeGreaterThan(0);
  });

  it('may stay empty where the template does not require it', async () => {
    const portal = new FakePortal();
    portal.claims = [claim('instance', 'orders-db')];
    const sent = renderTemplate(portal, instance, { optional: true });
    await screen.findByRole('textbox', { name: /Instance/ });
    await review();
    await create();
    await waitFor(() => expect(sent).toEqual([{}]));
  });
});

describe('KlutchOwner', () => {
  it('is the person, or one of the groups of the person', async () => {
    const sent = renderTemplate(new FakePortal(), { ...owner, title: 'For' });
    await choose(/For.* alice \(you\)/, 'developers');
    await review();
    await create();
    await waitFor(() =>
      expect(sent).toEqual([{ chosen: 'group:default/developers' }]),
    );
  });

  it('is the person if nothing else is chosen', async () => {
    const portal = new FakePortal();
    portal.me = { ...alice, groups: [] };
    const sent = renderTemplate(portal, owner);
    expect(
      await screen.findByRole('button', { name: /Owner.* alice \(you\)/ }),
    ).toBeVisible();
    await review();
    await create();
    await waitFor(() =>
      expect(sent).toEqual([{ chosen: 'user:default/alice' }]),
    );
  });
});
