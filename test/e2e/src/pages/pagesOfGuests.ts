/** The pages of somebody who may only read. */
import type { PageCase } from './PageCase';

export const pagesOfGuests: PageCase[] = [
  { picture: 'guest-services', path: '', shows: 'MariaDB' },
  { picture: 'guest-instances', path: 'instances', shows: 'Instances' },
  {
    picture: 'guest-platform',
    path: 'platform/app-clusters',
    shows: /for operators/,
  },
];
