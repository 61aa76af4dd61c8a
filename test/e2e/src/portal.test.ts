import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { waitFor } from '@klutch/local-processes';
import {
  DEVELOPER_NAMESPACE,
  serviceUses,
  useService,
  type SandboxState,
} from '@klutch/sandbox';
import { Client } from 'pg';
import {
  backUp,
  chooseAction,
  createBinding,
  deleteInstance,
  instanceEntity,
  logIn,
  orderInstance,
  restoreNewest,
  restoreNewestIntoNew,
  revealField,
  rotate,
  changeScheduleToDaily,
  scheduleBackups,
  READY_TIMEOUT_MS,
  waitForState,
} from './portalPages';
import {
  bindAsMachine,
  startCallbackServer,
  submitBindingResponse,
} from './bindingClient';
import {
  chooseApis,
  commandsOf,
  ReadmeReader,
} from './__testUtils__/ReadmeReader';
import { waitForCatalogEntity } from './catalogEntity';
import { PortalInBrowser } from './PortalInBrowser';
import { Traffic } from './Traffic';

jest.setTimeout(600_000);

async function query(uri: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: uri });
  // A server that restarts ends its connections; the query itself then rejects.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function guestToken(url: string): Promise<string> {
  const session = await fetch(`${url}/api/auth/guest/refresh`);
  const body = (await session.json()) as {
    backstageIdentity: { token: string };
  };
  return body.backstageIdentity.token;
}

describe('the portal in a browser', () => {
  let portal: PortalInBrowser;
  let state: SandboxState;

  beforeAll(async () => {
    portal = await PortalInBrowser.start();
    state = portal.state;
  });

  afterAll(() => portal?.stop());

  afterEach(() => portal.closeWindows());

  it('a developer creates an instance, connects, backs up, loses data, restores and deletes', async () => {
    const { page, screenshot } = await portal.signIn('alice');
    const instance = `shop-${Date.now().toString(36)}`;
    const traffic = new Traffic(page);
    await screenshot('01-services');

    await orderInstance(page, instance);
    await screenshot('02-ordered');
    await waitForState(page, 'Ready');
    await screenshot('03-ready');

    const binding = await createBinding(page);
    const uri = await revealField(page, binding, 'uri');
    await screenshot('04-credentials');
    await query(uri, 'CREATE TABLE orders (item text)');
    await query(uri, `INSERT INTO orders VALUES ('first order')`);

    await backUp(page);
    await screenshot('05-backed-up');
    await query(uri, 'DELETE FROM orders');
    await restoreNewest(page, instance);
    await screenshot('06-restored');
    await expect(query(uri, 'SELECT item FROM orders')).resolves.toEqual([
      { item: 'first order' },
    ]);

    await deleteInstance(page, instance);
    await page
      .getByText(`${instance} is no longer here`)
      .waitFor({ timeout: READY_TIMEOUT_MS });
    await screenshot('07-deleted');
    await expect(query(uri, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    // The credentials were nowhere but in the answer to the reveal, and are not kept.
    await expect(traffic.placesOf(new URL(uri).password)).resolves.toEqual([
      expect.stringMatching(/\/reveal$/),
    ]);
  });

  itLong(
    'a developer resizes an instance of a component, protects it, rotates credentials, schedules backups and restores into a new instance',
    async () => {
      const { page, screenshot } = await portal.signIn('alice');
      const instance = `grow-${Date.now().toString(36)}`;
      await orderInstance(page, instance, 'Web shop');
      await waitForState(page, 'Ready');
      const binding = await createBinding(page);
      const oldUri = await revealField(page, binding, 'uri');
      await query(oldUri, 'CREATE TABLE orders (item text)');

      await chooseAction(page, 'Change plan…');
      await page.getByRole('radio', { name: 'Choose Single big' }).check();
      await screenshot('20-change-plan');
      await page.getByRole('button', { name: 'Change to Single big' }).click();
      await page.getByText('Plan Single big').waitFor();
      await waitForState(page, 'Ready');

      await chooseAction(page, 'Edit settings…');
      await page.getByLabel('Max connections').fill('15');
      await screenshot('21-edit-settings');
      await page.getByRole('button', { name: 'Apply changes' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await waitFor(
        async () =>
          JSON.stringify(await query(oldUri, 'SHOW max_connections')) ===
          JSON.stringify([{ max_connections: '15' }]),
        {
          what: 'the server has the setting',
          timeoutMs: READY_TIMEOUT_MS,
          intervalMs: 500,
        },
      );

      await chooseAction(page, 'Protect from deletion');
      await page
        .getByText('Protected from deletion', { exact: true })
        .waitFor();
      await page.getByRole('tab', { name: 'Overview' }).click();
      await page.getByRole('meter', { name: 'Storage' }).waitFor();
      await screenshot('22-overview');

      await waitForState(page, 'Ready');
      const successor = await rotate(page, binding, () =>
        screenshot('23-rotate'),
      );
      const newUri = await revealField(page, successor, 'uri');
      await expect(query(newUri, 'SELECT item FROM orders')).resolves.toEqual(
        [],
      );
      await waitFor(
        () =>
          query(oldUri, 'SELECT 1').then(
            () => false,
            () => true,
          ),
        {
          what: 'the old credentials are refused',
          timeoutMs: READY_TIMEOUT_MS,
          intervalMs: 500,
        },
      );

      await query(newUri, `INSERT INTO orders VALUES ('first order')`);
      await backUp(page);
      await scheduleBackups(page);
      await screenshot('25-schedule');
      await changeScheduleToDaily(page);
      await page.getByRole('tab', { name: 'Activity' }).click();
      await page
        .getByRole('row', { name: /Revealed the credentials .* alice$/ })
        .first()
        .waitFor();
      await screenshot('27-activity');
      await page.getByRole('tab', { name: 'Backups' }).click();
      const copy = await restoreNewestIntoNew(page, instance);
      await screenshot('24-restored-into-new');
      const copyBinding = await createBinding(page);
      const copyUri = await revealField(page, copyBinding, 'uri');
      await expect(query(copyUri, 'SELECT item FROM orders')).resolves.toEqual([
        { item: 'first order' },
      ]);
      await deleteInstance(page, copy);

      await page.goto(`${state.url}/catalog/default/component/shop`);
      await page
        .getByRole('region', { name: 'Data services' })
        .getByRole('link', { name: instance })
        .waitFor();
      await screenshot('26-component');

      await page.goto(`${state.url}/klutch/instances`);
      await page.getByRole('checkbox', { name: `Select ${instance}` }).check();
      await page.getByText('1 instance selected').waitFor();
      await screenshot('28-selection');
      await page.getByRole('button', { name: 'Back up now' }).click();
      await page.getByText('1 backup was started').first().waitFor();
    },
  );

  it('a developer orders a service with its database by a software template, finds it in the catalog, and backs it up and deletes it there', async () => {
    const { page, screenshot } = await portal.signIn('alice');
    const service = `m${Date.now().toString(36)}`;
    const instance = `${service}-db`;
    await page.goto(
      `${state.url}/create/templates/default/service-with-postgresql`,
    );
    await page
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill(service);
    await page.getByRole('button', { name: /^Namespace/ }).click();
    await page.getByRole('option', { name: DEVELOPER_NAMESPACE }).click();
    await page.getByRole('button', { name: /^Owner/ }).click();
    await page.getByRole('option', { name: 'Developers' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: /^Version/ }).click();
    await page.getByRole('option', { name: 'PostgreSQL 15' }).click();
    await page
      .getByRole('radio', { name: 'Choose Single nano', exact: true })
      .check();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page
      .getByRole('link', { name: 'Open the database' })
      .or(page.getByRole('button', { name: 'Open the database' }))
      .first()
      .waitFor({ timeout: READY_TIMEOUT_MS });
    await expect(
      page.getByText('Show it in the catalog').first().isVisible(),
    ).resolves.toBe(true);
    await screenshot('10-template-done');

    const entity = instanceEntity(instance);
    await waitForCatalogEntity(state.url, `resource/default/${entity}`);
    await page.goto(`${state.url}/catalog/default/resource/${entity}`);
    await page
      .getByRole('main')
      .getByText('Development apps')
      .first()
      .waitFor();
    await screenshot('11-entity');
    await page.getByRole('link', { name: 'Data service', exact: true }).click();
    await waitForState(page, 'Ready');
    await backUp(page);
    await deleteInstance(page, instance);
  });

  it('an operator withdraws an API, offers it again and binds it', async () => {
    const { page, screenshot } = await portal.signIn('oscar');
    await page.goto(`${state.url}/klutch-platform/export-templates`);
    await page
      .getByRole('button', { name: 'Withdraw Restore' })
      .click({ timeout: READY_TIMEOUT_MS });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Withdraw API' })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await screenshot('20-withdrawn');
    await page.getByRole('button', { name: 'Offer Restore' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Check' })
      .click();
    const offer = page.getByRole('dialog').getByRole('button', {
      name: 'Offer API',
    });
    await offer.hover();
    await screenshot('21-offer');
    await offer.click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Withdraw Restore' }).waitFor();

    await page.goto(`${state.url}/klutch-platform/app-clusters/apps-dev`);
    const bind = page.getByRole('button', { name: 'Bind API…' });
    await bind.hover();
    await screenshot('22-app-cluster');
    await bind.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^API/ }).click();
    await page.getByRole('option', { name: /^Restore/ }).click();
    await dialog.getByRole('button', { name: /bind$/i }).click();
    await dialog.waitFor({ state: 'detached', timeout: READY_TIMEOUT_MS });
    await screenshot('23-bound');
    await expect(
      page
        .getByRole('list', { name: 'Bound APIs' })
        .getByText('restores.anynines.com')
        .isVisible(),
    ).resolves.toBe(true);
  });

  itLong(
    'an operator creates the join command of an app cluster, and cancels it',
    async () => {
      const { page, screenshot } = await portal.signIn('oscar');
      await page.goto(`${state.url}/klutch-platform/app-clusters`);
      await page.getByRole('button', { name: 'Add with join command' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Id').fill('shop-prod');
      await dialog.getByLabel('Title').fill('Shop production');
      await dialog
        .getByRole('checkbox', { name: 'PostgreSQL', exact: true })
        .check();
      const create = dialog.getByRole('button', {
        name: 'Create join command',
      });
      await create.hover();
      await screenshot('50-add-with-join-command');
      await create.click();
      await dialog
        .getByText('Run the join command where')
        .waitFor({ timeout: READY_TIMEOUT_MS });
      const close = dialog.getByRole('button', { name: 'Close' });
      await close.hover();
      await screenshot('51-join-command');
      await expect(
        dialog.getByLabel('join command', { exact: true }).innerText(),
      ).resolves.toContain(
        `${state.url}/api/klutch/binding/join | kubectl apply`,
      );
      await close.click();

      await page.getByRole('link', { name: 'Shop production' }).click();
      await page.getByRole('button', { name: 'Add kubeconfig…' }).waitFor();
      await screenshot('52-join-token');
      await page.getByRole('button', { name: 'Bind API…' }).click();
      await dialog.getByText('an unused join command').waitFor();
      await create.hover();
      await screenshot('53-another-join-command');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByRole('button', { name: 'Cancel the join command' })
        .click();
      await page.getByText('There is no app cluster shop-prod.').waitFor();
    },
  );

  it('a CLI user binds another app cluster through the browser handshake', async () => {
    const cli = await startCallbackServer(state.bindingUrl);
    try {
      const { page, screenshot } = await portal.openWindow();
      await page.goto(cli.url.href);
      await logIn(page, 'alice');
      await screenshot('40-offers');
      // The reference's own test uses this selector.
      await page.locator('a.postgresqlinstances').click();
      await page.getByRole('button', { name: 'Connect' }).hover();
      await screenshot('41-consent');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(
        submitBindingResponse(state.kubectl, await cli.bindingResponse),
      ).resolves.toEqual(['postgresqlinstances.anynines.com']);
    } finally {
      cli.close();
    }
  });

  itLong('the README without the portal works exactly as printed', async () => {
    const apis = ['postgresqlinstances', 'servicebindings'].map(
      plural => `${plural}.anynines.com`,
    );
    const reader = await ReadmeReader.start(state);
    const { page } = await portal.openWindow();
    const outputs = new Map<string, string>();
    const outputOf = (command: string) =>
      [...outputs].find(([line]) => line.startsWith(command))?.[1];
    try {
      for (const line of await commandsOf('Without the portal')) {
        const signIn = (address: string) => chooseApis(page, address, apis);
        outputs.set(line, await reader.run(line, signIn));
        if (line.includes('konnector install')) await reader.startKonnector();
      }
      const env = await readFile(join(reader.folder, 'orders.env'), 'utf8');
      expect(env).toMatch(/^POSTGRESQL_PASSWORD=.+$/m);
    } finally {
      await reader.stop();
    }
    expect(outputOf('klutch konnector install')).toContain(
      'deployment/konnector applied',
    );
    for (const api of apis) expect(outputOf('klutch status')).toContain(api);
    expect(outputOf('klutch create instance')).toContain('ready');
    expect(outputOf('klutch connect')).toContain('(1 row)');
    expect(outputOf('klutch trace')).toContain('Every step is done.');
  });

  it('a machine client binds another app cluster without a browser', async () => {
    const response = await bindAsMachine(state, 'servicebindings');
    await expect(
      submitBindingResponse(state.kubectl, response),
    ).resolves.toEqual(['servicebindings.anynines.com']);
  });

  itLong.each(serviceUses)(
    'an instance of $type is ordered, bound, used by its own client and deleted',
    async use => {
      const steps: string[] = [];
      await useService(state, use, step => steps.push(step));
      expect(steps).toContain('the server is gone');
    },
  );

  it('a guest can read, but neither create instances nor reveal credentials', async () => {
    const { page, screenshot } = await portal.signIn('guest');
    await page.goto(`${state.url}/klutch/instances`);
    await screenshot('30-guest');
    await page.goto(`${state.url}/klutch`);
    await expect(
      page
        .getByRole('button', { name: 'Create a PostgreSQL instance' })
        .isDisabled(),
    ).resolves.toBe(true);

    const refused = await fetch(
      `${state.url}/api/klutch/claims/apps-dev/team-a/servicebindings.anynines.com/any/reveal`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${await guestToken(state.url)}` },
      },
    );
    expect(refused.status).toBe(403);
  });
});
