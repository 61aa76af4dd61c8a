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
  /** Text that the page is scrolled to, where it is below the first screen. */
  scrollTo?: string | RegExp;
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

async function chooseBackend(page: Page): Promise<void> {
  await chooseVersion(page);
  await page.getByRole('button', { name: /^Backend/ }).click();
  await page.getByRole('option', { name: 'a8s-postgresql' }).click();
  await page.getByText('PostgreSQL 18').first().waitFor();
}

async function protectBoth(page: Page): Promise<void> {
  await page.getByLabel('Select full', { exact: true }).check();
  await page.getByLabel('Select refused', { exact: true }).check();
  await page.getByRole('button', { name: 'Protect from deletion' }).click();
  await page.getByText(/You may not change .*full/).waitFor();
}

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function review(page: Page): Promise<void> {
  await chooseVersion(page);
  await page.getByLabel('Choose Single small').check();
  await page.getByRole('button', { name: 'Next: Review' }).click();
  await page.getByText(/The app cluster accepts this order/).waitFor();
}

async function restoreIntoNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Restore from orders-db-1' }).click();
  await page.getByLabel(/Into a new instance/).check();
  await page.getByLabel('Name of the new instance').waitFor();
}

/** Opens a dialog by its button. */
const openBy = (name: string, shows: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
  await page.getByText(shows).first().waitFor();
};

async function traceOrders(page: Page): Promise<void> {
  await page.getByLabel('What do you know of it?').fill('orders-db');
  await page.keyboard.press('Enter');
  await page.getByText('It fails at this step').waitFor();
}

async function changeWhatChanged(page: Page): Promise<void> {
  await openMenu(page, 'Edit settings…');
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
    title: 'Order: where',
    picture: 'order-where',
    path: inScenario(`klutch/create/${postgresql}`),
    shows: 'Summary',
  },
  {
    title: 'Order: what',
    picture: 'order',
    path: inScenario(`klutch/create/${postgresql}`),
    shows: 'Summary',
    open: chooseVersion,
  },
  {
    title: 'Order: another backend',
    picture: 'order-backend',
    path: inScenario(`klutch/create/${postgresql}`, 'several-backends'),
    shows: 'Summary',
    open: chooseBackend,
  },
  {
    title: 'Order: review',
    picture: 'order-review',
    path: inScenario(`klutch/create/${postgresql}`),
    shows: 'Summary',
    open: review,
  },
  {
    title: 'Instances',
    picture: 'instances',
    path: inScenario('klutch/instances'),
    shows: 'orders-db',
  },
  {
    title: 'Backups of deleted instances',
    picture: 'deleted-backups',
    path: inScenario('klutch/instances'),
    shows: 'orders-db',
    open: openBy('Show backups of deleted instances', 'old-db-last'),
    scrollTo: 'old-db-last',
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
    scrollTo: /^Credentials of/,
  },
  {
    title: 'Progress of a service binding',
    picture: 'progress',
    path: inScenario(`${instance}/connect`),
    shows: 'orders-db-app',
    open: openBy('Show the progress of orders-db-new', 'App cluster'),
  },
  {
    title: 'Rotate credentials',
    picture: 'rotate',
    path: inScenario(`${instance}/connect`, 'rotation'),
    shows: 'orders-db-app',
    open: openBy('Continue rotation of orders-db-app', /Both are valid now/),
  },
  {
    title: 'Rotate credentials: the new ones failed',
    picture: 'rotate-failed',
    path: inScenario(`${instance}/connect`, 'rotation-failed'),
    shows: 'orders-db-app',
    open: openBy('Continue rotation of orders-db-app', /are still valid, so/),
  },
  {
    title: 'Backups',
    picture: 'backups',
    path: inScenario(`${instance}/backups`),
    shows: 'orders-db-1',
  },
  {
    title: 'Restore into a new instance',
    picture: 'restore',
    path: inScenario(`${instance}/backups`),
    shows: 'orders-db-1',
    open: restoreIntoNew,
  },
  {
    title: 'Restore into a new instance, not started',
    picture: 'restore-not-started',
    path: inScenario(instance, 'restore-not-started'),
    shows: /was ordered for the data of backup/,
  },
  {
    title: 'Schedule of backups',
    picture: 'schedule',
    path: inScenario(`${instance}/backups`),
    shows: 'orders-db-1',
    open: openBy('Change schedule…', 'Number to keep'),
  },
  {
    title: 'Activity',
    picture: 'activity',
    path: inScenario(`${instance}/activity`),
    shows: /Incident 7/,
  },
  {
    title: 'YAML',
    picture: 'yaml',
    path: inScenario(`${instance}/yaml`),
    shows: /kind: PostgresqlInstance/,
  },
  {
    title: 'Change the plan',
    picture: 'change-plan',
    path: inScenario(instance),
    shows: 'Usage',
    open: async page => {
      await openMenu(page, 'Change plan…');
      await page.getByLabel(/Single big/).check();
    },
  },
  {
    title: 'Delete an instance',
    picture: 'delete',
    path: inScenario(instance),
    shows: 'Usage',
    open: async page => {
      await openMenu(page, 'Delete…');
      await page.getByLabel('Type orders-db to confirm').waitFor();
    },
  },
  {
    title: 'Cards of entity pages',
    picture: 'entities',
    path: inScenario('entities'),
    shows: 'orders-db',
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
    title: 'Set-up checklist',
    picture: 'set-up',
    path: inScenario('klutch-platform/set-up'),
    shows: 'Set-up checklist',
  },
  {
    title: 'Trace, for support',
    picture: 'trace',
    path: inScenario('klutch-platform/trace', 'supporter'),
    shows: 'Trace a claim of any tenant',
    open: traceOrders,
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
