/** Every page and dialog of the portal, in both themes, wide and narrow: accessible, on the screen, with a picture of each. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { Locator, Page } from 'playwright-core';
import { waitForCatalogEntity } from './catalogEntity';
import { accessibilityProblems, elementsOffScreen } from './checkPage';
import { name, pagesOfDevelopers } from './pages/pagesOfDevelopers';
import { pagesOfGuests } from './pages/pagesOfGuests';
import { pagesOfOperators } from './pages/pagesOfOperators';
import {
  backUp,
  createBinding,
  deleteInstance,
  instanceEntity,
  orderInstance,
  restoreNewest,
  revealField,
  scheduleBackups,
  waitForState,
} from './portalPages';
import { PortalInBrowser } from './PortalInBrowser';

jest.setTimeout(600_000);

const themes = ['light', 'dark'] as const;
const widths = [1440, 390, 360];

const cases = {
  alice: pagesOfDevelopers,
  oscar: pagesOfOperators,
  guest: pagesOfGuests,
};

/** An instance that is deleted, and whose backup stays. */
const deleted = 'archived';

/** More than the elements of any page that take the focus. */
const MAX_TABS = 200;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let tabs = 0; (await focused.count()) === 0; tabs++) {
    if (tabs === MAX_TABS) throw new Error(`Tab does not reach ${target}.`);
    await page.keyboard.press('Tab');
  }
}

describeLong('each page of the portal', () => {
  let portal: PortalInBrowser;

  beforeAll(async () => {
    portal = await PortalInBrowser.start();
    const { page } = await portal.signIn('alice');
    await orderInstance(page, deleted);
    await waitForState(page, 'Ready');
    await backUp(page);
    await deleteInstance(page, deleted);
    await page.goto(`${portal.state.url}/klutch`);
    await orderInstance(page, name);
    await waitForState(page, 'Ready');
    await revealField(page, await createBinding(page), 'uri');
    await backUp(page);
    await scheduleBackups(page);
    await restoreNewest(page, name);
    await waitForCatalogEntity(
      portal.state.url,
      `resource/default/${instanceEntity(name)}`,
    );
    await portal.closeWindows();
  });

  afterAll(() => portal?.stop());

  afterEach(() => portal.closeWindows());

  describe.each(themes)('in the %s theme', theme => {
    it.each(Object.keys(cases) as (keyof typeof cases)[])(
      'of %s is accessible and on the screen, wide and narrow',
      async user => {
        const { page, screenshot } = await portal.signIn(user, { theme });
        const problems: Record<string, string[]> = {};
        for (const { picture, path, shows, ...rest } of cases[user]) {
          await page.setViewportSize({ width: 1440, height: 1000 });
          await page.goto(`${portal.state.url}/klutch/${path}`);
          await page.getByRole('main').getByText(shows).first().waitFor();
          await rest.open?.(page);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 1000 });
            await rest.resized?.(page);
            const where = `pages/${picture}-${theme}-${width}`;
            await screenshot(where);
            const found = [
              ...(await accessibilityProblems(page, rest.own)),
              ...(await elementsOffScreen(page, rest.own)),
            ];
            if (found.length > 0) problems[where] = found;
          }
          await rest.close?.(page);
        }
        expect(problems).toEqual({});
      },
    );
  });

  it('of an instance, and its menu, open with the keyboard alone', async () => {
    const { page, screenshot } = await portal.signIn('alice');
    await page.goto(`${portal.state.url}/klutch/instances`);

    await tabTo(page, page.getByRole('link', { name, exact: true }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name, exact: true }).waitFor();

    const more = page.getByRole('button', { name: 'More actions' });
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    const focused = page.locator('[role=menuitem]:focus');
    await expect(focused.innerText()).resolves.toBe('Change plan…');
    await screenshot('pages/menu-by-keyboard');

    await page.keyboard.press('Escape');
    await more.and(page.locator(':focus')).waitFor();
  });
});
