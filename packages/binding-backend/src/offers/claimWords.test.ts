import { claimsInWords } from './claimWords';

const claim = (resource: string, owner?: 'Provider' | 'Consumer') => ({
  group: '',
  resource,
  version: 'v1',
  ...(owner && { selector: { owner } }),
});

describe('permission claims in words', () => {
  it.each([
    [[], 'Nothing but its own objects'],
    [
      [claim('secrets', 'Provider'), claim('configmaps', 'Provider')],
      "May place Secrets and ConfigMaps into the app cluster's namespaces",
    ],
    [
      [claim('secrets', 'Consumer')],
      "May read Secrets in the app cluster's namespaces",
    ],
    [
      [claim('secrets')],
      "May read Secrets in the app cluster's namespaces and place its own there",
    ],
    [
      [
        {
          group: 'example.com',
          resource: 'widgets',
          version: 'v1',
          selector: { owner: 'Provider' as const, names: ['a', 'b'] },
        },
      ],
      "May place widgets.example.com named a, b into the app cluster's namespaces",
    ],
  ])('%#', (claims, words) => {
    expect(claimsInWords(claims)).toBe(words);
  });
});
