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
    'platform',
    audienceOf({ defaultAudience }),
  );
};

describe('an export template', () => {
  it.each([
    ['every namespace, without lists', {}, true],
    ['no namespace, with groups', groups, false],
    ['no namespace, with users', users, false],
    ['its namespace', namespaces('other, platform'), true],
    [
      'its namespace, beside users',
      { ...groups, ...namespaces('platform') },
      true,
    ],
    ['all namespaces', { ...users, ...namespaces('*') }, true],
    ['other namespaces only', namespaces('platfor,platforms'), false],
    ['no namespace, with an empty list', namespaces(' ,'), false],
  ])('is offered to AppClusterBindings of %s', (_, annotations, expected) => {
    expect(offered(annotations)).toBe(expected);
  });

  it('R12: is offered without lists only if the default audience is everyone', () => {
    expect(offered({}, 'everyone')).toBe(true);
    expect(offered({}, 'nobody')).toBe(false);
    expect(offered({}, ['data'])).toBe(false);
    expect(offered(namespaces('platform'), 'nobody')).toBe(true);
  });
});
