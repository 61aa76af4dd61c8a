import { kubeconfigExpiry } from './kubeconfigExpiry';

/** A self-signed certificate, base64 of PEM. */
const certificate = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJlRENDQVIyZ0F3SUJBZ0lVTWNlVTdZQnYxcy92eFdHRVhHa3VLZzJWNi8w',
  'd0NnWUlLb1pJemowRUF3SXcKRVRFUE1BMEdBMVVFQXd3R2NHOXlkR0ZzTUI0WERUSTJNVEV5T0RBM016TXpOMW9YRFRRMk1URXlN',
  'ekEzTXpNegpOMW93RVRFUE1BMEdBMVVFQXd3R2NHOXlkR0ZzTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFCkN1',
  'ZG52MEVDSU9KTlhRSGoyY0lpS2Q2Q2xzVHdDc3FJaTFhemNCRG4rd1RHT2pacm95RUpaQk16OU5sZ1Y0dW4KU2FIUXpFejVocnp4',
  'eE9Qb0dHV056Nk5UTUZFd0hRWURWUjBPQkJZRUZINkpWSjZ5N3pKMEQzVHdWNnE4VkpSSQppRmxoTUI4R0ExVWRJd1FZTUJhQUZI',
  'NkpWSjZ5N3pKMEQzVHdWNnE4VkpSSWlGbGhNQThHQTFVZEV3RUIvd1FGCk1BTUJBZjh3Q2dZSUtvWkl6ajBFQXdJRFNRQXdSZ0lo',
  'QUtKN0FENTR1V1k2OTBINDVsY1l3RFF5SS9CWDhvR04KS1lad0FSaDRNV2hmQWlFQXRpN2FEdFhVczMxamFJejRNU3laRWdsQkRk',
  'OERxa3RKbjU1YTNSMjJUSjQ9Ci0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K',
].join('');

const tokenOf = (claims: unknown) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

const kubeconfigOf = (user: object) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'portal',
    contexts: [
      { name: 'portal', context: { cluster: 'apps', user: 'portal' } },
    ],
    clusters: [{ name: 'apps', cluster: { server: 'https://apps.test' } }],
    users: [
      { name: 'other', user: { token: tokenOf({ exp: 1 }) } },
      { name: 'portal', user },
    ],
  });

const expiryOf = (user: object) =>
  kubeconfigExpiry(kubeconfigOf(user))?.toISOString();

it('is that of the token', () => {
  expect(expiryOf({ token: tokenOf({ exp: 1_796_000_000 }) })).toBe(
    '2026-11-30T00:53:20.000Z',
  );
});

it('is that of the client certificate', () => {
  expect(expiryOf({ 'client-certificate-data': certificate })).toBe(
    '2046-11-23T07:33:37.000Z',
  );
});

it.each([
  ['a token without an end', { token: tokenOf({ sub: 'portal' }) }],
  ['a token with an end that is no time', { token: tokenOf({ exp: 'soon' }) }],
  ['a token that says nothing', { token: 'abcdef' }],
  ['a token that is no object', { token: tokenOf(null) }],
  ['a broken certificate', { 'client-certificate-data': 'AAAA' }],
  ['no credentials', {}],
])('is unknown for %s', (_, user) => {
  expect(expiryOf(user)).toBeUndefined();
});

it('is unknown without a kubeconfig', () => {
  expect(kubeconfigExpiry('')).toBeUndefined();
});
