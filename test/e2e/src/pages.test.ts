/** Every page and dialog of the portal, in both themes, wide and narrow: accessible, on the screen, with a picture of each. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { APP_CLUSTER } from '@klutch/sandbox';
import type { Page } from 'playwright-core';
import { accessibilityProblems, elementsOffScreen } from './checkPage';
import {
  backUp,
  chooseAction,
  createBinding,
  fillOrder,
  instancePath,
  orderInstance,
  postgresql,
  restoreNewest,
  revealField,
  scheduleBackups,
  waitForState,
} from './portalPages';
import { PortalInBrowser } from './PortalInBrowser';

jest.setTimeout(600_000);

const name = 'orders';
const instance = instancePath(name);
const themes = ['light', 'dark'] as const;
const widths = [1440, 390];

interface PageCase {
  /** Name of its pictures. */
  picture: string;
  /** Below the plugin's path. */
  path: string;
  /** Text of an element that shows that the page is complete. */
  shows: string | RegExp;
  /** Opens a dialog or a step of the page. */
  open?: (page: Page) => Promise<void>;
}

const press =
  (button: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };

/** Opens the list of an instance's objects. */
async function showObjects(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Show its objects on both clusters' })
    .click();
  await page.getByRole('table', { name: 'Objects' }).waitFor();
}

const choose =
  (action: string) =>
  async (page: Page): Promise<void> => {
    await chooseAction(page, action);
    await page.getByRole('dialog').waitFor();
  };

const otherServices = [
  'keyvalueinstances',
  'logme2instances',
  'mariadbinstances',
  'messaginginstances',
  'mongodbinstances',
  'prometheusinstances',
  'searchinstances',
];

const pagesOfDevelopers: PageCase[] = [
  ...otherServices.map(plural => ({
    picture: `service-${plural}`,
    path: `services/${plural}.anynines.com`,
    shows: 'Plans',
  })),
  { picture: 'services', path: '', shows: 'MariaDB' },
  { picture: 'service', path: `services/${postgresql}`, shows: 'Single nano' },
  { picture: 'create-1', path: `create/${postgresql}`, shows: 'Summary' },
  {
    picture: 'create-2',
    path: `create/${postgresql}`,
    shows: 'Summary',
    open: async page => {
      await page.getByLabel('Name', { exact: true }).fill('next');
      await page.getByRole('button', { name: 'Next: What' }).click();
      await page.getByRole('button', { name: /^Version/ }).waitFor();
    },
  },
  {
    picture: 'create-3',
    path: '',
    shows: 'MariaDB',
    open: page => fillOrder(page, 'next'),
  },
  { picture: 'instances', path: 'instances', shows: name },
  {
    picture: 'selection',
    path: 'instances',
    shows: name,
    open: page =>
      page.getByRole('checkbox', { name: `Select ${name}` }).check(),
  },
  { picture: 'overview', path: instance, shows: 'Usage' },
  { picture: 'objects', path: instance, shows: 'Usage', open: showObjects },
  { picture: 'connect', path: `${instance}/connect`, shows: 'Reveal' },
  {
    picture: 'credentials',
    path: `${instance}/connect`,
    shows: 'Reveal',
    open: async page => {
      await page.getByRole('button', { name: /^Reveal credentials/ }).click();
      await page.getByText(/^Credentials of/).waitFor();
    },
  },
  {
    picture: 'create-binding',
    path: `${instance}/connect`,
    shows: 'Reveal',
    open: press('Create binding'),
  },
  {
    picture: 'rotate',
    path: `${instance}/connect`,
    shows: 'Reveal',
    open: press(/^Rotate credentials/),
  },
  { picture: 'backups', path: `${instance}/backups`, shows: 'Schedule' },
  {
    picture: 'schedule',
    path: `${instance}/backups`,
    shows: 'Schedule',
    open: press(/^Change/),
  },
  {
    picture: 'restore',
    path: `${instance}/backups`,
    shows: 'Schedule',
    open: press(/^Restore from/),
  },
  { picture: 'activity', path: `${instance}/activity`, shows: /^Revealed/ },
  { picture: 'yaml', path: `${instance}/yaml`, shows: /kind: / },
  {
    picture: 'menu',
    path: instance,
    shows: 'Usage',
    open: async page => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    picture: 'change-plan',
    path: instance,
    shows: 'Usage',
    open: choose('Change plan…'),
  },
  {
    picture: 'settings',
    path: instance,
    shows: 'Usage',
    open: choose('Edit settings…'),
  },
  {
    picture: 'ownership',
    path: instance,
    shows: 'Usage',
    open: choose('Owner and component…'),
  },
  {
    picture: 'delete',
    path: instance,
    shows: 'Usage',
    open: choose('Delete…'),
  },
];

const pagesOfOperators: PageCase[] = [
  {
    picture: 'all-objects',
    path: instance,
    shows: 'Usage',
    open: async page => {
      await showObjects(page);
      // What Crossplane made of the order, which developers may not read.
      await page.getByText('XPostgresqlInstance').waitFor();
    },
  },
  {
    picture: 'export-templates',
    path: 'platform/export-templates',
    shows: 'PostgreSQL',
  },
  {
    picture: 'withdraw',
    path: 'platform/export-templates',
    shows: 'PostgreSQL',
    open: press('Withdraw PostgreSQL'),
  },
  {
    picture: 'app-clusters',
    path: 'platform/app-clusters',
    shows: 'Development apps',
  },
  {
    picture: 'add-app-cluster',
    path: 'platform/app-clusters',
    shows: 'Development apps',
    open: press('Add app cluster'),
  },
  {
    picture: 'join-command',
    path: 'platform/app-clusters',
    shows: 'Development apps',
    open: press('Add with join command'),
  },
  {
    picture: 'app-cluster',
    path: `platform/app-clusters/${APP_CLUSTER}`,
    shows: 'Bound APIs',
  },
  {
    picture: 'bind-api',
    path: `platform/app-clusters/${APP_CLUSTER}`,
    shows: 'Bound APIs',
    open: press('Bind API…'),
  },
  {
    picture: 'kubeconfig',
    path: `platform/app-clusters/${APP_CLUSTER}`,
    shows: 'Bound APIs',
    open: press('Replace kubeconfig…'),
  },
  {
    picture: 'revoke-tokens',
    path: `platform/app-clusters/${APP_CLUSTER}`,
    shows: 'Bound APIs',
    open: press('Revoke tokens…'),
  },
  {
    picture: 'offboard',
    path: `platform/app-clusters/${APP_CLUSTER}`,
    shows: 'Bound APIs',
    open: press('Offboard…'),
  },
  { picture: 'exports', path: 'platform/exports', shows: 'PostgreSQL' },
  {
    picture: 'control-plane',
    path: 'platform/control-plane',
    shows: 'Crossplane',
  },
];

const pagesOfGuests: PageCase[] = [
  { picture: 'guest-services', path: '', shows: 'MariaDB' },
  { picture: 'guest-instances', path: 'instances', shows: 'Instances' },
  {
    picture: 'guest-platform',
    path: 'platform/app-clusters',
    shows: /for operators/,
  },
];

const cases = {
  alice: pagesOfDevelopers,
  oscar: pagesOfOperators,
  guest: pagesOfGuests,
};

describeLong('each page of the portal', () => {
  let portal: PortalInBrowser;

  beforeAll(async () => {
    portal = await PortalInBrowser.start();
    const { page } = await portal.signIn('alice');
    await orderInstance(page, name);
    await waitForState(page, 'Ready');
    await revealField(page, await createBinding(page), 'uri');
    await backUp(page);
    await scheduleBackups(page);
    await restoreNewest(page, name);
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
        for (const { picture, path, shows, open } of cases[user]) {
          await page.setViewportSize({ width: 1440, height: 1000 });
          await page.goto(`${portal.state.url}/klutch/${path}`);
          await page.getByRole('main').getByText(shows).first().waitFor();
          await open?.(page);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 1000 });
            const where = `pages/${picture}-${theme}-${width}`;
            await screenshot(where);
            const found = [
              ...(await accessibilityProblems(page)),
              ...(await elementsOffScreen(page)),
            ];
            if (found.length > 0) problems[where] = found;
          }
        }
        expect(problems).toEqual({});
      },
    );
  });
});
