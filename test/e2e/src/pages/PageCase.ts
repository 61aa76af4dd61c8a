/** What describes a page of the portal to the test of all pages. */
import type { Page } from 'playwright-core';
import { chooseAction } from '../portalPages';

/** A page, or a dialog of it. */
export interface PageCase {
  /** Name of its pictures. */
  picture: string;
  /** Below the plugin's path. */
  path: string;
  /** Text of an element that shows that the page is complete. */
  shows: string | RegExp;
  /** Opens a dialog or a step of the page. */
  open?: (page: Page) => Promise<void>;
  /** Opens again what closes when the window changes its width. */
  resized?: (page: Page) => Promise<void>;
  /** Undoes what `open` changed. */
  close?: (page: Page) => Promise<void>;
  /** Selectors of what is the plugin's on a page of the catalog. */
  own?: string[];
}

/** Opens a dialog with the button. */
export const press =
  (button: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };

/** Opens the menu of an instance, anew if it is open. */
export async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menu').waitFor();
}

/** Opens the list of an instance's objects. */
export async function showObjects(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Show its objects on both clusters' })
    .click();
  await page.getByRole('table', { name: 'Objects' }).waitFor();
}

/** Shows the backups that stayed when their instances were deleted. */
export async function showDeletedBackups(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Show backups of deleted instances' })
    .click();
  await page
    .getByRole('table', { name: 'Backups of deleted instances' })
    .waitFor();
}

/** Opens a dialog from the menu of an instance. */
export const choose =
  (action: string) =>
  async (page: Page): Promise<void> => {
    await chooseAction(page, action);
    await page.getByRole('dialog').waitFor();
  };
