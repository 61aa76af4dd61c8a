/** Buttons of pages that show no single instance, by the RBAC of app clusters; the user has the portal's permissions. */
import { createExtensionTester } from '@backstage/frontend-test-utils';
import { EntityProvider } from '@backstage/plugin-catalog-react';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  alice,
  claim,
  fullAccess,
  oscar,
  service,
} from './__testUtils__/fixtures';
import { FakePortal } from './__testUtils__/FakePortal';
import { renderExtension } from './__testUtils__/renderExtension';
import { renderPortal } from './__testUtils__/renderPortal';
import './entity/EntityComponentCard';
import klutchPlugin from './index';

const noAccess = { change: [], create: [], delete: [], reveal: false };
const mariadb = 'mariadbinstances.anynines.com';
const ask = 'Ask for another cluster';
const dev = { id: 'apps-dev', title: 'Development apps', bound: true };
const prod = { id: 'apps-prod', title: 'Production apps', bound: true };
const unbound = { id: 'apps-new', title: 'New apps', bound: false };

/** A portal with two services, which some app clusters do not bind. */
function portalWithServices() {
  const portal = new FakePortal();
  portal.services = [
    service('instance', { clusters: [dev, prod, unbound] }),
    service('instance', {
      resource: mariadb,
      title: 'MariaDB',
      clusters: [dev, unbound],
    }),
  ];
  return portal;
}

const card = async (title: string) =>
  within(await screen.findByRole('article', { name: title }));
const createButton = async (title: string) =>
  (await card(title)).findByRole('button', {
    name: `Create a ${title} instance`,
  });
type Find = () => HTMLElement | Promise<HTMLElement>;

/** A button is another element once it has a reason. */
const becomesLive = (find: Find) =>
  waitFor(async () => {
    const button = await find();
    expect(button).toBeEnabled();
    expect(button).not.toHaveAttribute('aria-disabled', 'true');
    expect(button).not.toHaveAccessibleDescription();
  });
const becomesDisabled = (find: Find, reason: string | RegExp) =>
  waitFor(async () => {
    const button = await find();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(reason);
  });

const nowhere =
  'You may not create data services on any app cluster. Ask an operator of your app cluster for the right; your user name there is klutch:alice.';

describe('services', () => {
  it('cannot be created or asked for by people who may only read, who see whom to ask', async () => {
    const portal = portalWithServices();
    portal.may = noAccess;
    renderPortal(portal, '/klutch');
    await expect(
      becomesDisabled(
        () => createButton('PostgreSQL'),
        'You may not create PostgreSQL in any namespace on Development apps, Production apps. Ask an operator there for the right; your user name is klutch:alice.',
      ),
    ).resolves.toBeUndefined();
    await userEvent.click(await createButton('PostgreSQL'));
    expect(
      await screen.findByRole('article', { name: 'MariaDB' }),
    ).toBeVisible();

    const askButton = async () =>
      (await card('PostgreSQL')).findByRole('button', { name: ask });
    await expect(becomesDisabled(askButton, nowhere)).resolves.toBeUndefined();
    await userEvent.click(await askButton());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('can be asked for by those who may create another one', async () => {
    const portal = portalWithServices();
    portal.creatable = resource => resource === mariadb;
    renderPortal(portal, '/klutch');
    await expect(
      becomesDisabled(
        () => createButton('PostgreSQL'),
        /^You may not create PostgreSQL/,
      ),
    ).resolves.toBeUndefined();
    await expect(
      becomesLive(() => createButton('MariaDB')),
    ).resolves.toBeUndefined();
    await expect(
      becomesLive(async () =>
        (await card('PostgreSQL')).findByRole('button', { name: ask }),
      ),
    ).resolves.toBeUndefined();
  });

  it('can be created by those who may on one app cluster', async () => {
    const portal = portalWithServices();
    portal.creatable = (_, cluster) => cluster === prod.id;
    renderPortal(portal, '/klutch');
    await expect(
      becomesLive(() => createButton('PostgreSQL')),
    ).resolves.toBeUndefined();
  });

  it('can be created where the right is unknown: the app cluster decides', async () => {
    const portal = portalWithServices();
    portal.creatable = (_, cluster) =>
      cluster === prod.id ? undefined : false;
    renderPortal(portal, '/klutch');
    await expect(
      becomesLive(() => createButton('PostgreSQL')),
    ).resolves.toBeUndefined();
  });

  it('can be asked for when none is bound, because nobody has rights yet', async () => {
    const portal = new FakePortal();
    portal.may = noAccess;
    portal.services = [service('instance', { clusters: [unbound] })];
    renderPortal(portal, '/klutch');
    await expect(
      becomesLive(() =>
        screen.findByRole('button', { name: 'Ask for binding' }),
      ),
    ).resolves.toBeUndefined();
  });

  it('have no live button until the rights are known', async () => {
    const portal = portalWithServices();
    const respond = portal.delay('GET /service-access');
    renderPortal(portal, '/klutch');
    const create = await createButton('PostgreSQL');
    expect(create).toHaveAttribute('aria-disabled', 'true');
    expect(create).not.toHaveAccessibleDescription();
    respond();
    await expect(
      becomesLive(() => createButton('PostgreSQL')),
    ).resolves.toBeUndefined();
  });

  it('can be created when the rights cannot be read', async () => {
    const portal = portalWithServices();
    portal.fail('GET /service-access', { status: 500, message: 'no' });
    renderPortal(portal, '/klutch');
    await expect(
      becomesLive(() => createButton('PostgreSQL')),
    ).resolves.toBeUndefined();
  });

  it('follow rights that change while the page is open', async () => {
    const portal = portalWithServices();
    portal.may = noAccess;
    const { signals } = renderPortal(portal, '/klutch');
    await expect(
      becomesDisabled(() => createButton('PostgreSQL'), /^You may not/),
    ).resolves.toBeUndefined();
    portal.may = fullAccess;
    await signals.send({ topic: 'rights' });
    await expect(
      becomesLive(() => createButton('PostgreSQL')),
    ).resolves.toBeUndefined();
  });
});

describe('selected instances', () => {
  const actions = ['Back up now', 'Protect from deletion'];
  const select = (name: string) =>
    screen
      .findByRole('checkbox', { name: `Select ${name}` })
      .then(box => userEvent.click(box));
  const button = (name: string) => screen.findByRole('button', { name });

  it('have no live action for people who may only read, who see whom to ask', async () => {
    const portal = new FakePortal();
    portal.may = noAccess;
    portal.claims = [claim('instance', 'orders-db')];
    renderPortal(portal, '/klutch/instances');
    await select('orders-db');
    const [backUp = '', protect = ''] = actions;
    await expect(
      becomesDisabled(
        () => button(backUp),
        'You may not order backups of the selected instances on Development apps. Ask an operator there for the right; your user name is klutch:alice.',
      ),
    ).resolves.toBeUndefined();
    await expect(
      becomesDisabled(
        () => button(protect),
        'You may not change the selected instances on Development apps. Ask an operator there for the right; your user name is klutch:alice.',
      ),
    ).resolves.toBeUndefined();
    for (const name of actions) await userEvent.click(await button(name));
    expect(portal.callsOf('P')).toEqual([]);
  });

  it('have the actions that the app cluster allows', async () => {
    const portal = new FakePortal();
    portal.may = { ...noAccess, create: ['backup'] };
    portal.claims = [claim('instance', 'orders-db')];
    renderPortal(portal, '/klutch/instances');
    await select('orders-db');
    await expect(
      becomesLive(() => button('Back up now')),
    ).resolves.toBeUndefined();
    await expect(
      becomesDisabled(() => button('Protect from deletion'), /^You may not/),
    ).resolves.toBeUndefined();
  });

  it('have live actions if one of them may be acted on', async () => {
    const portal = new FakePortal();
    portal.may = noAccess;
    portal.claims = [
      claim('instance', 'orders-db'),
      claim('instance', 'own-db', { may: fullAccess }),
    ];
    renderPortal(portal, '/klutch/instances');
    await select('orders-db');
    await select('own-db');
    for (const name of actions)
      await expect(becomesLive(() => button(name))).resolves.toBeUndefined();
  });

  it('say that a service has no backups rather than that rights are missing', async () => {
    const portal = new FakePortal();
    portal.may = noAccess;
    portal.services = [service('instance', { relatedApis: {} })];
    portal.claims = [claim('instance', 'orders-db')];
    renderPortal(portal, '/klutch/instances');
    await select('orders-db');
    await userEvent.click(await button('Back up now'));
    expect(
      await screen.findByText(/^orders-db: .* not available for PostgreSQL/),
    ).toBeVisible();
  });
});

describe('the card of a component', () => {
  const shop = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name: 'shop' },
  };
  const extension = klutchPlugin.getExtension('entity-card:klutch/component');
  const create = () =>
    screen.findByRole('button', { name: 'Create a data service' });

  it.each([
    ['nothing to people who may create on no app cluster', false],
    ['services to those who may create one', true],
  ])('offers %s', async (_, isCreatable) => {
    const portal = portalWithServices();
    portal.creatable = resource => isCreatable && resource === mariadb;
    renderExtension(
      portal,
      <EntityProvider entity={shop}>
        {createExtensionTester(extension).reactElement()}
      </EntityProvider>,
    );
    await expect(
      isCreatable ? becomesLive(create) : becomesDisabled(create, nowhere),
    ).resolves.toBeUndefined();
  });
});

it('operators bind services', async () => {
  const portal = portalWithServices();
  portal.me = { ...oscar, kubernetesUser: alice.kubernetesUser };
  renderPortal(portal, '/klutch');
  await expect(
    becomesLive(async () =>
      (await card('PostgreSQL')).findByRole('button', {
        name: 'Bind to another cluster',
      }),
    ),
  ).resolves.toBeUndefined();
});
