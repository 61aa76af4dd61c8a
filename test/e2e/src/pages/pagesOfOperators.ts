/** The pages and dialogs of an operator. */
import { APP_CLUSTER } from '@klutch/sandbox';
import type { PageCase } from './PageCase';
import { press, showObjects } from './PageCase';
import { instance } from './pagesOfDevelopers';

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
  { picture: 'set-up', path: 'platform/set-up', shows: 'Set-up checklist' },
];
