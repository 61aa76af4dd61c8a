/** Actions of platform operators in the portal, found by accessible names. */
import type { Locator, Page } from 'playwright-core';
import { READY_TIMEOUT_MS } from './portalPages';

/** The row of a table that has a cell with the text. */
export const rowOf = (page: Page, table: string, text: string): Locator =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByText(text, { exact: true }) });

/** Texts of the cells of a row. */
export const cellsOf = (row: Locator): Promise<string[]> =>
  row.locator('[role=rowheader], [role=cell]').allInnerTexts();

/** Presses the action of the open dialog, and waits until the dialog is closed. */
export async function complete(
  page: Page,
  action: string | RegExp,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached', timeout: READY_TIMEOUT_MS });
}

/** Shows what the change of an offer would do; the control plane has accepted the change afterwards. */
export async function checkOffer(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog
    .getByText(/^The control plane accepts this from you/)
    .waitFor({ timeout: READY_TIMEOUT_MS });
  return dialog;
}

/** Unbinds an API on the page of its app cluster, after typing the app cluster's title. */
export async function unbind(
  page: Page,
  api: string,
  cluster: string,
): Promise<void> {
  await page.getByRole('button', { name: `Unbind ${api}` }).click();
  await page
    .getByRole('dialog')
    .getByLabel(`Type ${cluster} to confirm`)
    .fill(cluster);
  await complete(page, 'Unbind');
}

/** Asks for a service on the Services page, as a developer. */
export async function askFor(
  page: Page,
  service: string,
  note: string,
): Promise<void> {
  await page
    .getByRole('article', { name: service })
    .getByRole('button', { name: 'Ask for binding' })
    .click({ timeout: READY_TIMEOUT_MS });
  await page
    .getByRole('dialog')
    .getByLabel('What it is for (optional)')
    .fill(note);
  await complete(page, 'Send request');
}

/** Traces a claim; the result is not awaited. */
export async function traceClaim(page: Page, text: string): Promise<void> {
  await page.getByLabel('What do you know of it?').fill(text);
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Trace', exact: true })
    .click();
}

/** Names of the buttons on the page that can be pressed, without those that sort or filter its tables. */
export const liveButtons = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .getByRole('button', { disabled: false })
    .evaluateAll(buttons =>
      buttons
        .filter(button => !button.closest('th, [aria-haspopup=listbox]'))
        .map(
          button =>
            button.getAttribute('aria-label') ?? button.textContent ?? '',
        ),
    );
