/** The main job in a browser: an operator adds an app cluster, a developer orders, and finds the instance where Backstage shows such things. */
import { readFile } from 'node:fs/promises';
import { waitFor } from '@klutch/local-processes';
import type { Locator, Page } from 'playwright-core';
import type { FrontendSystem } from './page';

/** Milliseconds in which clusters do what was asked for, on a loaded machine. */
const CLUSTER_TIMEOUT_MS = 180_000;

/** Milliseconds until a page of results is complete. */
const SEARCH_TIMEOUT_MS = 10_000;

const APP_CLUSTER = { id: 'apps', title: 'Apps' };
const POSTGRESQL = 'postgresqlinstances.anynines.com';

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const enter = page.getByRole('button', { name: 'Enter' });
  const services = page.getByRole('link', { name: 'Data services' });
  await enter.or(services).first().waitFor();
  if (await enter.isVisible()) await enter.click();
  await services.waitFor();
}

/** @param kubeconfig - file for the portal's user on the app cluster */
async function addAppCluster(page: Page, kubeconfig: string): Promise<void> {
  await page.getByRole('link', { name: 'Data platform' }).click();
  await page.getByRole('tab', { name: 'App clusters' }).click();
  await page.getByRole('button', { name: 'Add app cluster' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Id').fill(APP_CLUSTER.id);
  await dialog.getByLabel('Title').fill(APP_CLUSTER.title);
  await dialog
    .getByRole('textbox', { name: 'Kubeconfig' })
    .fill(await readFile(kubeconfig, 'utf8'));
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await dialog.waitFor({ state: 'detached', timeout: CLUSTER_TIMEOUT_MS });
}

async function bindPostgresql(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: APP_CLUSTER.title, exact: true })
    .click();
  await page.getByRole('button', { name: 'Bind API…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^API/ }).click();
  await page.getByRole('option', { name: /^PostgreSQL/ }).click();
  await dialog.getByRole('button', { name: /bind$/i }).click();
  await dialog.waitFor({ state: 'detached', timeout: CLUSTER_TIMEOUT_MS });
}

const waitUntilReady = (page: Page): Promise<void> =>
  page
    .getByRole('region', { name: /^Instance / })
    .getByText('Ready', { exact: true })
    .waitFor({ timeout: CLUSTER_TIMEOUT_MS });

async function order(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Data services' }).click();
  await page
    .getByRole('button', { name: 'Create a PostgreSQL instance' })
    .click({ timeout: CLUSTER_TIMEOUT_MS });
  await page
    .getByRole('radio', { name: APP_CLUSTER.title, exact: true })
    .check();
  await page.getByRole('button', { name: /^Namespace/ }).click();
  await page.getByRole('option', { name: 'default', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Next: What' }).click();
  await page.getByRole('button', { name: /^Version/ }).click();
  await page.getByRole('option', { name: 'PostgreSQL 15' }).click();
  await page
    .getByRole('radio', { name: 'Choose Single nano', exact: true })
    .check();
  await page.getByRole('button', { name: 'Next: Review' }).click();
  await page
    .getByRole('button', { name: `Create ${name} on ${APP_CLUSTER.title}` })
    .click();
  await waitUntilReady(page);
}

/** The catalog reads the portal twice a minute, and no page shows when. */
async function findInCatalog(
  page: Page,
  url: string,
  name: string,
): Promise<void> {
  const entity = `${APP_CLUSTER.id}_default_${POSTGRESQL}_${name}`;
  // The two frontend systems have tabs of different roles.
  const withRole = (role: 'tab' | 'link'): Locator =>
    page.getByRole(role, { name: 'Data service', exact: true });
  const content = withRole('tab').or(withRole('link'));
  const missing = page.getByText(/not found/i);
  await waitFor(
    async () => {
      await page.goto(`${url}/catalog/default/resource/${entity}`);
      await content.or(missing).first().waitFor();
      return content.isVisible();
    },
    { what: `the catalog has ${entity}`, timeoutMs: CLUSTER_TIMEOUT_MS },
  );
  await content.click();
  await page.getByText('Single nano').first().waitFor();
}

/** Search reads the portal from time to time, and no page shows when. */
async function findBySearch(
  page: Page,
  url: string,
  { system, name }: { system: FrontendSystem; name: string },
): Promise<void> {
  // The catalog's entity has the same title.
  const result = page
    .getByRole('link', { name, exact: true })
    .and(page.locator('[href*="/klutch/instances/"]'));
  await waitFor(
    async () => {
      await page.goto(`${url}/search?query=${name}`);
      // The classic page begins with the results of the catalog.
      if (system === 'classic')
        await page.getByText('Instances of data services').click();
      await result.waitFor({ timeout: SEARCH_TIMEOUT_MS });
      return true;
    },
    { what: `search finds ${name}`, timeoutMs: CLUSTER_TIMEOUT_MS },
  );
  await result.click();
  await waitUntilReady(page);
}

/** The form has the plugin's own fields, which the classic frontend system registers on a page of the app. */
async function openTemplate(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/create/templates/default/${POSTGRESQL}`);
  await page
    .getByRole('radio', { name: APP_CLUSTER.title, exact: true })
    .check();
  await page.getByRole('button', { name: /^Namespace/ }).waitFor();
}

async function findOnHomePage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/home`);
  await page.getByRole('link', { name: 'Ready: 1' }).waitFor();
}

/**
 * @param options - the app's frontend system, and a kubeconfig file for the portal's user on the app cluster
 * @throws when a page does not show what is expected in time
 */
export async function doMainJob(
  page: Page,
  url: string,
  options: { system: FrontendSystem; kubeconfig: string },
): Promise<void> {
  const { system, kubeconfig } = options;
  const name = 'first';
  await signIn(page, url);
  await addAppCluster(page, kubeconfig);
  await bindPostgresql(page);
  await order(page, name);
  await findInCatalog(page, url, name);
  await openTemplate(page, url);
  await findBySearch(page, url, { system, name });
  if (system === 'new') await findOnHomePage(page, url);
}
