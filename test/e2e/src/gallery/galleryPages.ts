/** The pages of the gallery, with the scenarios of plugins/klutch/dev. */
import type { Page } from 'playwright-core';

/** A page, or a dialog of it. */
export interface GalleryPage {
  title: string;
  /** Name of its pictures. */
  picture: string;
  /** Below the address of the development server. */
  path: string;
  /** Text of an element that shows that the page is complete. */
  shows: string | RegExp;
  /** Opens a dialog or a step of the page. */
  open?: (page: Page) => Promise<void>;
}

const postgresql = 'postgresqlinstances.anynines.com';
const instance = `klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;

const inScenario = (path: string, scenario = 'every-state') =>
  `${path}?scenario=${scenario}`;

async function reveal(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Reveal credentials of orders-db-app' })
    .click();
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await page.getByText(/^Credentials of/).waitFor();
}

async function chooseVersion(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('next');
  await page.getByRole('button', { name: 'Next: What' }).click();
  await page.getByRole('button', { name: /^Version/ }).waitFor();
}

async function protectBoth(page: Page): Promise<void> {
  await page.getByLabel('Select full', { exact: true }).check();
  await page.getByLabel('Select refused', { exact: true }).check();
  await page.getByRole('button', { name: 'Protect from deletion' }).click();
  await page.getByText(/You may not change .*full/).waitFor();
}

async function changeWhatChanged(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit settings…' }).click();
  await page.getByLabel(/^Max connections/).fill('250');
  await page.getByRole('button', { name: 'Apply changes' }).click();
  await page.getByText(/Somebody else has changed/).waitFor();
}

/** Each is loaded anew, so that no page changes the data of another one. */
export const galleryPages: GalleryPage[] = [
  {
    title: 'Services, and what was asked for',
    picture: 'services',
    path: inScenario('klutch', 'own-requests'),
    shows: 'Your requests',
  },
  {
    title: 'A service',
    picture: 'service',
    path: inScenario(`klutch/services/${postgresql}`),
    shows: 'Single small',
  },
  {
    title: 'Order',
    picture: 'order',
    path: inScenario(`klutch/create/${postgresql}`),
    shows: 'Summary',
    open: chooseVersion,
  },
  {
    title: 'Instances',
    picture: 'instances',
    path: inScenario('klutch/instances'),
    shows: 'orders-db',
  },
  {
    title: 'Overview of an instance',
    picture: 'overview',
    path: inScenario(instance),
    shows: 'Usage',
  },
  {
    title: 'Connect, with revealed credentials',
    picture: 'connect',
    path: inScenario(`${instance}/connect`),
    shows: 'orders-db-app',
    open: reveal,
  },
  {
    title: 'Backups',
    picture: 'backups',
    path: inScenario(`${instance}/backups`),
    shows: 'orders-db-1',
  },
  {
    title: 'Activity',
    picture: 'activity',
    path: inScenario(`${instance}/activity`),
    shows: /Incident 7/,
  },
  {
    title: 'Widget of the home page',
    picture: 'home',
    path: inScenario('home'),
    shows: 'Needs attention',
  },
  {
    title: 'Export templates',
    picture: 'export-templates',
    path: inScenario('klutch-platform/export-templates'),
    shows: 'Withdraw…',
  },
  {
    title: 'App clusters',
    picture: 'app-clusters',
    path: inScenario('klutch-platform/app-clusters'),
    shows: 'Production apps',
  },
  {
    title: 'An app cluster',
    picture: 'app-cluster',
    path: inScenario('klutch-platform/app-clusters/apps-dev'),
    shows: 'Bound APIs',
  },
  {
    title: 'Exports',
    picture: 'exports',
    path: inScenario('klutch-platform/exports'),
    shows: /No export template offers/,
  },
  {
    title: 'Control plane',
    picture: 'control-plane',
    path: inScenario('klutch-platform/control-plane'),
    shows: /cannot be pulled/,
  },
  {
    title: 'An app cluster is away',
    picture: 'cluster-away',
    path: inScenario('klutch/instances', 'cluster-away'),
    shows: 'orders-db',
  },
  {
    title: 'Forbidden',
    picture: 'forbidden',
    path: inScenario('klutch/instances', 'forbidden'),
    shows: /klutch:oscar/,
  },
  {
    title: 'An action on several instances is refused',
    picture: 'bulk-errors',
    path: inScenario('klutch/instances', 'bulk-errors'),
    shows: 'orders-db',
    open: protectBoth,
  },
  {
    title: 'Somebody else has changed the settings meanwhile',
    picture: 'conflict',
    path: inScenario(instance, 'conflict'),
    shows: 'Usage',
    open: changeWhatChanged,
  },
];
