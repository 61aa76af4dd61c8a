import { databasesTemplate } from '../testing/samples';
import { isOfferedTo } from './offeredTo';

const namespaces = (list: string) => ({
  'klutch.anynines.com/allowed-namespaces': list,
});
const groups = { 'klutch.anynines.com/allowed-groups': 'operators' };
const users = { 'klutch.anynines.com/allowed-users': 'alice' };
const offered = (annotations: Record<string, string>) => {
  const template = databasesTemplate();
  const metadata = { ...template.metadata, annotations };
  return isOfferedTo({ ...template, metadata }, 'home');
};

describe('an export template', () => {
  it.each([
    ['everybody, where nothing is said', {}, true],
    ['nobody, where it is for groups of people', groups, false],
    ['nobody, where it is for some people', users, false],
    ['its namespace', namespaces('other, home'), true],
    ['its namespace beside people', { ...groups, ...namespaces('home') }, true],
    ['all namespaces', { ...users, ...namespaces('*') }, true],
    ['other namespaces only', namespaces('hom,homes'), false],
    ['nobody, where the list is empty', namespaces(' ,'), false],
  ])('is offered to AppClusterBindings of %s', (_, annotations, expected) => {
    expect(offered(annotations)).toBe(expected);
  });
});
