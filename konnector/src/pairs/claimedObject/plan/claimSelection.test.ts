import { claimProblem, matchesKey, fieldSelectorOf } from './claimSelection';
import { claimApplies } from './claimSelection';
import { splitFieldSelector } from './splitFieldSelector';
import { runWithTimeout } from '../../../testing/__testUtils__/runWithTimeout';
import { pins, thing } from '../../../testing/objects';

const claimant = { pins, marks: { annotations: {} } };
const secrets = { resource: 'secrets', version: 'v1' };

describe('matchesKey', () => {
  it('compares names and namespaces of the app cluster', () => {
    const key = { namespace: 'team-a', name: 'db' };
    expect(matchesKey(secrets, key)).toBe(true);
    const claim = (selector: object) => ({ ...secrets, selector });
    expect(matchesKey(claim({ names: ['*'] }), key)).toBe(true);
    expect(matchesKey(claim({ names: ['db'] }), key)).toBe(true);
    expect(matchesKey(claim({ names: [] }), key)).toBe(false);
    expect(matchesKey(claim({ namespaces: ['team-b'] }), key)).toBe(false);
  });

  it('matches cluster-scoped objects unless the claim names namespaces', () => {
    const covers = (namespaces?: string[]) =>
      matchesKey({ ...secrets, selector: { namespaces } }, { name: 'db' });
    expect([covers(), covers([]), covers(['*'])]).toEqual([true, true, true]);
    expect(covers(['team-a'])).toBe(false);
  });
});

describe('field selectors', () => {
  it('are evaluated by the server except for names and namespaces of the app cluster', () => {
    expect(
      fieldSelectorOf({
        ...secrets,
        selector: { fieldSelectors: ['type=Opaque', ' ', 'metadata.name!=a'] },
      }),
    ).toBe('type=Opaque,metadata.name!=a');
    const split = splitFieldSelector(
      'type=Opaque,metadata.namespace==team-a,metadata.name!=b',
    );
    expect(split.serverSelector).toBe('type=Opaque');
    const inTeam = (name: string, namespace = 'team-a') => ({
      namespace,
      name,
    });
    expect(split.matchesKey(inTeam('a'))).toBe(true);
    expect(split.matchesKey(inTeam('b'))).toBe(false);
    expect(split.matchesKey(inTeam('a', 'team-b'))).toBe(false);
    const other = splitFieldSelector('metadata.namespace!=team-a');
    expect(other.serverSelector).toBe('');
    expect(other.matchesKey(inTeam('a'))).toBe(false);
    expect(other.matchesKey(inTeam('a', 'team-b'))).toBe(true);
    expect(other.matchesKey({ name: 'cluster-scoped' })).toBe(true);
  });

  it('may have blanks around fields and values', () => {
    const split = splitFieldSelector(
      ' metadata.namespace = team-a , metadata.name\t!=b',
    );
    expect(split.serverSelector).toBe('');
    expect(split.matchesKey({ namespace: 'team-a', name: 'a' })).toBe(true);
    expect(split.matchesKey({ namespace: 'team-a', name: 'b' })).toBe(false);
  });

  it.each(['metadata.name=', 'metadata.name', ''])(
    'are split in linear time with many blanks after "%s"',
    start => {
      const text = `${start}${' '.repeat(400_000)}x${' '.repeat(400_000)}y`;
      const split = () =>
        splitFieldSelector(text).matchesKey({ namespace: 'team-a', name: 'a' });
      expect(runWithTimeout(split)).toBe(!start.endsWith('='));
    },
  );
});

describe('claimProblem', () => {
  it('names an unsupported path', () => {
    expect(claimProblem({ ...secrets, update: { fields: ['data.a'] } })).toBe(
      undefined,
    );
    expect(
      claimProblem({ ...secrets, update: { preserving: ['spec[*].x'] } }),
    ).toContain('"spec[*].x"');
  });
});

describe('claimApplies', () => {
  const yes = () => true;
  const copy = thing({
    annotations: { 'klutch.anynines.com/resource-owner': 'Provider' },
  });
  it.each([
    ['Provider', { Provider: thing() }, true],
    ['Provider', { Consumer: thing() }, false],
    ['Provider', { Consumer: copy }, true],
    ['Consumer', { Consumer: thing() }, true],
    ['Consumer', { Provider: thing() }, false],
    [undefined, { Provider: thing() }, true],
    [undefined, {}, false],
  ] as const)('owner %s: %#', (owner, pair, expected) => {
    expect(
      claimApplies({ ...secrets, selector: { owner } }, pair, yes, claimant),
    ).toBe(expected);
  });

  it('is true for an object that may be transferred, and false for one that is not selected', () => {
    const claim = { ...secrets, selector: { owner: 'Provider' as const } };
    expect(
      claimApplies(
        { ...claim, autoAdopt: true },
        { Consumer: thing() },
        yes,
        claimant,
      ),
    ).toBe(true);
    expect(
      claimApplies(claim, { Provider: thing() }, () => false, claimant),
    ).toBe(false);
  });
});
