/** User actions in the portal, found by accessible names. */
import { APP_CLUSTER, DEVELOPER_NAMESPACE } from '@klutch/sandbox';
import type { Page } from 'playwright-core';

/** The API of the instances that the journeys order. */
export const postgresql = 'postgresqlinstances.anynines.com';

/** Path of an instance's page, below the plugin's. */
export const instancePath = (name: string) =>
  `instances/${APP_CLUSTER}/${DEVELOPER_NAMESPACE}/${postgresql}/${name}`;

/** Name of an instance's entity in the catalog. */
export const instanceEntity = (name: string) =>
  `${APP_CLUSTER}_${DEVELOPER_NAMESPACE}_${postgresql}_${name}`;

/** Timeout for a claim to become ready, in milliseconds; generous for loaded machines. */
export const READY_TIMEOUT_MS = 60_000;

/**
 * The portal looks for problems and records what konnectors report, and the catalog looks for changes that it was not
 * told of, once a minute at most.
 */
export const MINUTE_TIMEOUT_MS = 60_000 + READY_TIMEOUT_MS;

/** Fills in and submits the identity provider's login page. */
export async function logIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('User').fill(name);
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in through the identity provider's popup window. */
export async function signIn(
  page: Page,
  url: string,
  name: string,
): Promise<void> {
  await page.goto(url);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Sign In' }).click(),
  ]);
  await logIn(popup, name);
  await page.getByRole('heading', { name: 'Data services' }).waitFor();
}

/** Signs in as guest. */
export async function enterAsGuest(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByRole('heading', { name: 'Data services' }).waitFor();
}

/** Fills in the create wizard, from the list of services to the review. */
export async function fillOrder(
  page: Page,
  name: string,
  /** Title of the component that uses it. */
  component?: string,
): Promise<void> {
  await page
    .getByRole('button', { name: 'Create a PostgreSQL instance' })
    .click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  if (component) {
    await page.getByRole('button', { name: /^Used by/ }).click();
    await page.getByRole('option', { name: component }).click();
  }
  await page.getByRole('button', { name: 'Next: What' }).click();
  await page.getByRole('button', { name: /^Version/ }).click();
  await page.getByRole('option', { name: 'PostgreSQL 15' }).click();
  await page
    .getByRole('radio', { name: 'Choose Single nano', exact: true })
    .check();
  await page.getByRole('button', { name: 'Next: Review' }).click();
  await page.getByText('The app cluster accepts this order.').waitFor();
}

/** Orders an instance of PostgreSQL, from the list of services to its page. */
export async function orderInstance(
  page: Page,
  name: string,
  component?: string,
): Promise<void> {
  await fillOrder(page, name, component);
  await page
    .getByRole('button', { name: `Create ${name} on Development apps` })
    .click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** Waits until the header of the instance's page shows the state. */
export async function waitForState(page: Page, state: string): Promise<void> {
  await page
    .getByRole('region', { name: /^Instance / })
    .getByText(state, { exact: true })
    .waitFor({ timeout: READY_TIMEOUT_MS });
}

/** Creates a service binding with the proposed name and returns that name. */
export async function createBinding(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Connect' }).click();
  await page.getByRole('button', { name: 'Create binding' }).last().click();
  const dialog = page.getByRole('dialog');
  const name = await dialog.getByLabel('Name').inputValue();
  await dialog.getByRole('button', { name: 'Create binding' }).click();
  await dialog.waitFor({ state: 'detached' });
  return name;
}

/** Reveals the credentials of a binding and reads one field. */
export async function revealField(
  page: Page,
  binding: string,
  field: string,
): Promise<string> {
  await page
    .getByRole('button', { name: `Reveal credentials of ${binding}` })
    .click({ timeout: READY_TIMEOUT_MS });
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await page
    .getByRole('button', { name: `Show ${field}`, exact: true })
    .click();
  const row = page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: field, exact: true }),
  });
  const value = await row.getByRole('cell').first().innerText();
  // Pictures of the page are part of the documentation.
  await page
    .getByRole('button', { name: `Hide ${field}`, exact: true })
    .click();
  return value;
}

/** Creates a backup and waits until the backup is ready. */
export async function backUp(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Backups' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Back up now' })
    .last()
    .click();
  await page
    .getByRole('table', { name: 'Backups' })
    .getByText('Ready', { exact: true })
    .waitFor({ timeout: READY_TIMEOUT_MS });
}

/** Restores the newest backup after typing the instance's name, and waits until the restore is ready. */
export async function restoreNewest(
  page: Page,
  instance: string,
): Promise<void> {
  await page
    .getByRole('button', { name: /^Restore from / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const overwrite = dialog.getByRole('button', {
    name: 'Overwrite and restore',
  });
  // Nothing is chosen where the service can restore into a new instance, too.
  const inPlace = dialog.getByRole('radio', { name: /overwrites its data$/ });
  const typed = dialog.getByLabel(`Type ${instance} to confirm`);
  await inPlace.or(typed).first().waitFor();
  if (await inPlace.isVisible()) await inPlace.check();
  await typed.fill(instance);
  await overwrite.click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('table', { name: 'Restores' })
    .getByText('Ready', { exact: true })
    .waitFor({ timeout: READY_TIMEOUT_MS });
}

/** Deletes the instance whose page is open, after typing its name. */
export async function deleteInstance(page: Page, name: string): Promise<void> {
  // The header of an entity page has a button of this name, too.
  const instance = page.getByRole('region', { name: `Instance ${name}` });
  await instance.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Chooses an action in the menu of an instance's page. */
export async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/**
 * Rotates the credentials of a service binding, and returns the name of the new one.
 *
 * @param whileBothAreValid - called before the old credentials are removed
 */
export async function rotate(
  page: Page,
  binding: string,
  whileBothAreValid: () => Promise<void>,
): Promise<string> {
  await page.getByRole('tab', { name: 'Connect' }).click();
  await page
    .getByRole('button', { name: `Rotate credentials of ${binding}` })
    .click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: /^Create / });
  const name = (await create.innerText()).replace('Create ', '');
  await create.click();
  await dialog
    .getByText('Both are valid now')
    .waitFor({ timeout: READY_TIMEOUT_MS });
  await whileBothAreValid();
  await dialog.getByRole('button', { name: `Delete ${binding}` }).click();
  await dialog.getByText('takes their place').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return name;
}

/** Restores the newest backup into a new instance, whose page is open afterwards; returns its name. */
export async function restoreNewestIntoNew(
  page: Page,
  instance: string,
): Promise<string> {
  await page.getByRole('tab', { name: 'Backups' }).click();
  await page
    .getByRole('button', { name: /^Restore from/ })
    .first()
    .click();
  await page.getByRole('radio', { name: /^Into a new instance/ }).check();
  const name = `${instance}-restored`;
  await page
    .getByRole('button', { name: `Create and restore ${name}` })
    .click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page
    .getByRole('row', { name: /-restore-/ })
    .getByText('Ready', { exact: true })
    .waitFor({ timeout: READY_TIMEOUT_MS });
  return name;
}

/** Schedules weekly backups of the instance whose page is open. */
export async function scheduleBackups(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Backups' }).click();
  await page.getByRole('button', { name: 'Set a schedule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^How often/ }).click();
  await page.getByRole('option', { name: 'Every week' }).click();
  await dialog.getByLabel('Time (UTC)').fill('02:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Every Sunday at 02:30 UTC').waitFor();
}

/** Changes the schedule that {@link scheduleBackups} has set. */
export async function changeScheduleToDaily(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change schedule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^How often/ }).click();
  await page.getByRole('option', { name: 'Every day' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Every day at 02:30 UTC').waitFor();
}
