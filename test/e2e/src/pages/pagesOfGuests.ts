/** The pages of somebody who may only read. */
import { openMenu, type PageCase } from './PageCase';
import { instance } from './pagesOfDevelopers';

export const pagesOfGuests: PageCase[] = [
  { picture: 'guest-services', path: '', shows: 'MariaDB' },
  { picture: 'guest-instances', path: 'instances', shows: 'Instances' },
  {
    picture: 'guest-menu',
    path: instance,
    shows: 'Usage',
    open: openMenu,
    resized: openMenu,
  },
  {
    picture: 'guest-platform',
    path: 'platform/app-clusters',
    shows: /for operators/,
  },
];
