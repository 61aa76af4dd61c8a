/** The pages and dialogs of a developer with an instance that has all there is. */
import type { PageCase } from './PageCase';
import {
  choose,
  openMenu,
  press,
  showDeletedBackups,
  showObjects,
} from './PageCase';
import {
  fillOrder,
  instanceEntity,
  instancePath,
  postgresql,
} from '../portalPages';

/** The instance that the pages show. */
export const name = 'orders';
export const instance = instancePath(name);
const entityPage = `../catalog/default/resource/${instanceEntity(name)}`;

const otherServices = [
  'keyvalueinstances',
  'logme2instances',
  'mariadbinstances',
  'messaginginstances',
  'mongodbinstances',
  'prometheusinstances',
  'searchinstances',
];

export const pagesOfDevelopers: PageCase[] = [
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
  {
    picture: 'deleted-backups',
    path: 'instances',
    shows: name,
    open: showDeletedBackups,
  },
  {
    picture: 'restore-deleted',
    path: 'instances',
    shows: name,
    open: async page => {
      await showDeletedBackups(page);
      await page
        .getByRole('button', { name: /^Restore/ })
        .first()
        .click();
      await page.getByText(/^The instance of this backup is deleted/).waitFor();
    },
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
      await page.getByRole('button', { name: 'Reveal', exact: true }).click();
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
  {
    picture: 'delete-binding',
    path: `${instance}/connect`,
    shows: 'Reveal',
    open: press(/^Delete binding/),
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
  {
    picture: 'restore-into-new',
    path: `${instance}/backups`,
    shows: 'Schedule',
    open: async page => {
      await press(/^Restore from/)(page);
      await page.getByRole('radio', { name: /^Into a new instance/ }).check();
      await page.getByLabel('Name of the new instance').waitFor();
    },
  },
  {
    picture: 'delete-backup',
    path: `${instance}/backups`,
    shows: 'Schedule',
    open: press(/^Delete backup/),
  },
  { picture: 'activity', path: `${instance}/activity`, shows: /^Revealed/ },
  { picture: 'yaml', path: `${instance}/yaml`, shows: /kind: / },
  {
    picture: 'menu',
    path: instance,
    shows: 'Usage',
    open: openMenu,
    resized: openMenu,
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
  {
    picture: 'entity-card',
    path: entityPage,
    shows: 'Open in Data services',
    own: ['main section'],
  },
  {
    picture: 'entity-tab',
    path: `${entityPage}/data-service`,
    shows: 'Usage',
    own: ['main section'],
  },
];
