/** The pages and dialogs of an operator. */
import { APP_CLUSTER } from '@klutch/sandbox';
import type { Page } from 'playwright-core';
import type { PageCase } from './PageCase';
import { press, showObjects } from './PageCase';
import { instance, name } from './pagesOfDevelopers';
import { checkOffer, complete, traceClaim } from '../operatorPages';

const appCluster = `platform/app-clusters/${APP_CLUSTER}`;
const trace = 'platform/trace';

/** Scrolls to a section that is below the part of the page that one sees first. */
const scrollTo = (section: string) => (page: Page) =>
  page
    .getByRole('heading', { name: section, exact: true })
    .scrollIntoViewIfNeeded();

export const pagesOfOperators: PageCase[] = [
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
    picture: 'offer',
    path: 'platform/export-templates',
    shows: 'PostgreSQL',
    open: async page => {
      await press('Withdraw Restore')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Withdraw API' }).click();
      await dialog.waitFor({ state: 'detached' });
      await press('Offer Restore')(page);
    },
    close: async page => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Check' }).click();
      await dialog.getByRole('button', { name: 'Offer API' }).click();
      await page.getByRole('button', { name: 'Withdraw Restore' }).waitFor();
    },
  },
  {
    picture: 'edit-offer',
    path: 'platform/export-templates',
    shows: 'PostgreSQL',
    open: async page => {
      await press('Edit the offer of Service binding')(page);
      const claim = page.getByRole('group', { name: 'Claim 1' });
      await claim.getByText('Which objects').click();
      await claim.getByText('Ownership and conflicts').click();
      await claim.getByText('Labels, annotations and fields').click();
    },
  },
  {
    picture: 'offer-effect',
    path: 'platform/export-templates',
    shows: 'PostgreSQL',
    open: async page => {
      await press('Edit the offer of Service binding')(page);
      await page.getByRole('button', { name: 'Remove claim 1' }).click();
      await checkOffer(page);
    },
  },
  {
    picture: 'offer-history',
    path: 'platform/export-templates',
    shows: 'PostgreSQL',
    open: async page => {
      await press('History of the offer of Service binding')(page);
      await page.getByText(/ \(in effect\)$/).waitFor();
    },
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
    path: appCluster,
    shows: 'Bound APIs',
  },
  {
    picture: 'bind-api',
    path: appCluster,
    shows: 'Bound APIs',
    open: press('Bind API…'),
  },
  {
    picture: 'kubeconfig',
    path: appCluster,
    shows: 'Bound APIs',
    open: press('Replace kubeconfig…'),
  },
  {
    picture: 'suspend',
    path: appCluster,
    shows: 'Bound APIs',
    open: press('Suspend…'),
  },
  {
    picture: 'suspended',
    path: appCluster,
    shows: 'Bound APIs',
    open: async page => {
      await press('Suspend…')(page);
      await complete(page, 'Suspend');
      await page.getByText('Needs your attention').waitFor();
    },
    close: async page => {
      await press('Resume…')(page);
      await complete(page, 'Resume');
    },
  },
  {
    picture: 'upgrade-konnector',
    path: appCluster,
    shows: 'Bound APIs',
    open: async page => {
      await press('Upgrade konnector…')(page);
      await page.getByText('kubectl klutch konnector upgrade').waitFor();
    },
  },
  {
    picture: 'rotate-token',
    path: appCluster,
    shows: 'Bound APIs',
    open: press('Rotate token…'),
  },
  {
    picture: 'unbind',
    path: appCluster,
    shows: 'Bound APIs',
    open: press('Unbind Restore'),
  },
  {
    picture: 'inventory',
    path: appCluster,
    shows: 'Bound APIs',
    open: scrollTo('Inventory'),
  },
  {
    picture: 'revoke-tokens',
    path: appCluster,
    shows: 'Bound APIs',
    open: press('Revoke tokens…'),
  },
  {
    picture: 'offboard',
    path: appCluster,
    shows: 'Bound APIs',
    open: press('Offboard…'),
  },
  { picture: 'exports', path: 'platform/exports', shows: 'PostgreSQL' },
  {
    picture: 'exports-filtered',
    path: `platform/exports?cluster=${APP_CLUSTER}&state=Failing`,
    shows: 'Nothing matches these filters.',
    open: scrollTo('Exports'),
  },
  {
    picture: 'control-plane',
    path: 'platform/control-plane',
    shows: 'Crossplane',
  },
  {
    picture: 'managed-resources',
    path: 'platform/control-plane',
    shows: 'serviceinstances.dataservices.anynines.com',
    open: scrollTo('Managed resources'),
  },
  { picture: 'set-up', path: 'platform/set-up', shows: 'Set-up checklist' },
  { picture: 'trace', path: trace, shows: 'Trace a claim' },
  {
    picture: 'traced',
    path: trace,
    shows: 'Trace a claim',
    open: async page => {
      await traceClaim(page, name);
      await page.getByRole('table', { name: 'Steps' }).waitFor();
    },
  },
];
