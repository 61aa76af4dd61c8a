import { databases, databasesTemplate } from '../testing/samples';
import { withGrants } from './grants';
import { audienceOf } from './audience';
import { mayRequest } from './mayRequest';

const audience = audienceOf({});

const now = new Date('2026-01-01T12:00:00Z');
const template = (annotations: Record<string, string>) => {
  const made = databasesTemplate();
  return { ...made, metadata: { ...made.metadata, annotations } };
};
const forAll = template({});
const forSome = template({ 'klutch.anynines.com/allowed-groups': 'team-a' });
const forBindingNamespace = template({
  'klutch.anynines.com/allowed-groups': 'team-a',
  'klutch.anynines.com/allowed-namespaces': 'platform',
});
const identity = 'https://id.test#alice#apps';
const noting = (group: string) => ({
  metadata: {
    annotations: withGrants(undefined, [{ ...databases, group }], now),
  },
});

describe('an app cluster', () => {
  it('may request an API for all users', () => {
    expect(mayRequest(forAll, { identity }, audience, now)).toBe(true);
  });

  it('may request an API with a restricted audience only after the consent of a permitted user', () => {
    const { group } = databases;
    const of = (noted: string) => ({ identity, secret: noting(noted) });
    expect(mayRequest(forSome, { identity }, audience, now)).toBe(false);
    expect(mayRequest(forSome, of('other.test'), audience, now)).toBe(false);
    expect(mayRequest(forSome, of(group), audience, now)).toBe(true);
    const later = new Date(now.getTime() + 25 * 3_600_000);
    expect(mayRequest(forSome, of(group), audience, later)).toBe(false);
  });

  it.each([
    ['an API offered to its namespace', forBindingNamespace, 'platform', true],
    ['no API offered to other namespaces', forBindingNamespace, 'other', false],
    ['no API with a restricted audience', forSome, 'platform', false],
    ['an API for all users', forAll, 'platform', true],
  ])(
    'of an AppClusterBinding may request %s',
    (_, offered, bindingNamespace, expected) => {
      const owner = `appclusterbinding#${bindingNamespace}#apps#uid`;
      expect(mayRequest(offered, { identity: owner }, audience, now)).toBe(
        expected,
      );
    },
  );
});
