/** The pages of somebody who may only read. */
import type { PageCase } from './PageCase';
import { instance } from './pagesOfDevelopers';

export const pagesOfGuests: PageCase[] = [
  { picture: 'guest-services', path: '', shows: 'MariaDB' },
  { picture: 'guest-instances', path: 'instances', shows: 'Instances' },
  {
    picture: 'guest-menu',
    path: instance,
    shows: 'Usage',
    open: async page => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByText(/^You may not delete/).waitFor();
    },
  },
  {
    picture: 'guest-platform',
    path: 'platform/app-clusters',
    shows: /for operators/,
  },
];
