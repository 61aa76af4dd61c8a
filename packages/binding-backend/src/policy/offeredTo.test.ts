import { databasesTemplate } from '../testing/samples';
import { audienceOf, type DefaultAudience } from './audience';
import { isOfferedTo } from './offeredTo';

const namespaces = (list: string) => ({
  'klutch.anynines.com/allowed-namespaces': list,
});
const groups = { 'klutch.anynines.com/allowed-groups': 'operators' };
const users = { 'klutch.anynines.com/allowed-users': 'alice' };
const offered = (
  annotations: Record<string, string>,
  defaultAudience?: DefaultAudience,
) => {
  const template = databasesTemplate();
  const metadata = { ...template.metadata, annotations };
  return isOfferedTo(
    { ...template, metadata },
    'home',
    audienceOf({ defaultAudience }),
  );
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

  it('R12: without lists is offered to none unless it is for everybody', () => {
    expect(offered({}, 'everyone')).toBe(true);
    expect(offered({}, 'nobody')).toBe(false);
    expect(offered({}, ['data'])).toBe(false);
    expect(offered(namespaces('home'), 'nobody')).toBe(true);
  });
});
