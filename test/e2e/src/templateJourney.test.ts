/** The journey of a developer who begins with a software template; too long for `npm test`. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { waitFor } from '@klutch/local-processes';
import {
  alice,
  DEVELOPER_NAMESPACE,
  signIn as openSession,
} from '@klutch/sandbox';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { waitForCatalogEntity } from './catalogEntity';
import {
  backUp,
  deleteInstance,
  instanceEntity,
  instancePath,
  postgresql,
  MINUTE_TIMEOUT_MS,
  READY_TIMEOUT_MS,
  waitForState,
} from './portalPages';
import { PortalInBrowser } from './PortalInBrowser';

jest.setTimeout(400_000);

const unique = Date.now().toString(36);

const next = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Next', exact: true }).click();

/** First page of the form: whose instance this is, and where. */
async function fillWhere(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: /^Namespace/ }).click();
  await page.getByRole('option', { name: DEVELOPER_NAMESPACE }).click();
  await page.getByRole('button', { name: /^Owner/ }).click();
  await page.getByRole('option', { name: 'Developers' }).click();
  await next(page);
}

/** Second page: the smallest plan of PostgreSQL. */
async function fillWhat(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Version/ }).click();
  await page.getByRole('option', { name: 'PostgreSQL 15' }).click();
  await page
    .getByRole('radio', { name: 'Choose Single nano', exact: true })
    .check();
  await next(page);
}

async function reviewAndCreate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
}

describeLong('software templates in a browser', () => {
  let portal: PortalInBrowser;
  let headers: { authorization: string };

  const get = async (path: string): Promise<Response> =>
    fetch(`${portal.state.url}/api/${path}`, { headers });
  const openTemplate = (page: Page, name: string) =>
    page.goto(`${portal.state.url}/create/templates/default/${name}`);
  /** Applies an instance whose plan the provider refuses, as somebody of the team does with kubectl. */
  const applyRefused = (name: string) =>
    execa(
      portal.state.kubectl,
      [
        `--kubeconfig=${portal.state.kubeconfigs.appCluster}`,
        `--namespace=${DEVELOPER_NAMESPACE}`,
        ...['apply', '-f', '-'],
      ],
      {
        input: JSON.stringify({
          apiVersion: 'anynines.com/v1',
          kind: 'PostgresqlInstance',
          metadata: {
            name,
            annotations: {
              'klutch.anynines.com/owner': 'group:default/developers',
            },
          },
          spec: {
            service: 'a9s-postgresql15',
            plan: 'postgresql-replica-small',
          },
        }),
      },
    );

  beforeAll(async () => {
    portal = await PortalInBrowser.start();
    const { token } = await openSession(portal.state.url, alice);
    headers = { authorization: `Bearer ${token}` };
  });

  afterAll(() => portal?.stop());

  afterEach(() => portal.closeWindows());

  it('a developer orders by a template, backs up in the catalog, is notified of a failure and deletes both', async () => {
    // Longer names are shortened in the catalog.
    const name = `t${unique}`;
    const refused = `${name}-replica`;
    const { page, screenshot } = await portal.signIn('alice');
    await openTemplate(page, postgresql);
    await fillWhere(page, name);
    await fillWhat(page);
    await screenshot('70-generated-settings');
    await reviewAndCreate(page);
    const entityLink = page.getByText('Show it in the catalog').first();
    await entityLink.waitFor({ timeout: READY_TIMEOUT_MS });

    const entity = `resource/default/${instanceEntity(name)}`;
    await waitForCatalogEntity(portal.state.url, entity);
    await entityLink.click();
    await page.getByRole('link', { name: 'Data service', exact: true }).click();
    await waitForState(page, 'Ready');
    await backUp(page);
    await screenshot('71-backed-up-in-the-catalog');

    await applyRefused(refused);
    // On the page that is open.
    await page
      .getByText(`${refused} has failed`)
      .waitFor({ timeout: MINUTE_TIMEOUT_MS });
    await page.getByRole('link', { name: /^Notifications/ }).click();
    await page.getByRole('link', { name: `${refused} has failed` }).click();
    await waitForState(page, 'Failed');
    expect(new URL(page.url()).pathname).toBe(
      `/klutch/${instancePath(refused)}`,
    );
    await deleteInstance(page, refused);

    await page.goto(
      `${portal.state.url}/catalog/default/resource/${instanceEntity(name)}`,
    );
    await page.getByRole('link', { name: 'Data service', exact: true }).click();
    await waitForState(page, 'Ready');
    await deleteInstance(page, name);
    await waitFor(
      async () =>
        (await get(`catalog/entities/by-name/${entity}`)).status === 404,
      {
        what: `the catalog has no ${entity}`,
        timeoutMs: MINUTE_TIMEOUT_MS,
        intervalMs: 500,
      },
    );
  });

  it('each service has a template with its versions and plans', async () => {
    const { items } = (await (await get('klutch/services')).json()) as {
      items: { resource: string; title: string; type: string }[];
    };
    const services = items.filter(({ type }) => type === 'instance');
    expect(services.length).toBeGreaterThan(1);
    const { page, screenshot } = await portal.signIn('alice');
    await page.goto(`${portal.state.url}/create`);
    for (const { title } of services) {
      await page.getByText(`${title} instance`, { exact: true }).waitFor();
    }
    await screenshot('72-templates');
    for (const { resource } of services) {
      await openTemplate(page, resource);
      await fillWhere(page, `any-${unique}`);
      await page.getByRole('button', { name: /^Version/ }).click();
      await page
        .locator('[role=option]:not([aria-disabled=true])')
        .first()
        .click();
      await page
        .getByRole('radio', { name: /^Choose / })
        .first()
        .waitFor();
    }
  });

  it('without a GitHub integration, the run of a template with a repository says what it has ordered', async () => {
    const service = `pr-${unique}`;
    const { page, screenshot } = await portal.signIn('alice');
    await openTemplate(page, 'service-with-postgresql');
    await fillWhere(page, service);
    await fillWhat(page);
    await page.getByText('Needs a GitHub integration').waitFor();
    await page
      .getByRole('textbox', { name: 'Repository' })
      .fill('github.com?owner=acme&repo=shop');
    await reviewAndCreate(page);
    await page
      .getByText(/'publish:github:pull-request' is not registered/)
      .first()
      .waitFor({ timeout: READY_TIMEOUT_MS });
    await screenshot('73-no-integration');
    const task = new URL(page.url()).pathname.split('/').at(-1);
    const events = await (
      await get(`scaffolder/v2/tasks/${task}/events`)
    ).text();
    expect(events).toContain(`The database ${service}-db is ordered`);

    await page.goto(
      `${portal.state.url}/klutch/${instancePath(`${service}-db`)}`,
    );
    await deleteInstance(page, `${service}-db`);
  });
});
