import { redactText } from './redactText';

// No real credentials: all of them say so.
const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJDQU5BUlkifQ.CANARY';

describe('takes credentials out of', () => {
  it.each([
    ['a header', 'sent Authorization: Bearer CANARY-1234 to it'],
    ['basic authentication', 'Basic Q0FOQVJZOkNBTkFSWQ=='],
    ['a token', `the token ${jwt} was refused`],
    ['a URL with a password', 'https://user:CANARY@example.org/path'],
    ['a URL with a token', 'https://CANARY@example.org/path'],
    ['a connection string', 'postgresql://app:CANARY@db:5432/app?sslmode=off'],
    ['a query', '/callback?code=CANARY&state=CANARY&x=1'],
    ['a query with a token', 'https://e.org/?x=1&access_token=CANARY'],
    ['YAML', 'users:\n- user:\n    token: CANARY\n    client-key-data: CANARY'],
    ['YAML in quotes', "password: 'it is CANARY'"],
    ['JSON', '{"user":{"password":"a \\" CANARY","x":1}}'],
    ['JSON inside JSON', '{\\"clientSecret\\":\\"CANARY\\"}'],
    ['a Secret', 'got {"kind":"Secret","stringData":{"x":"CANARY"}}'],
    ['a Secret that was cut off', 'got {"kind":"Secret","data":{"x":"CANARY'],
    [
      'a Secret in YAML',
      'kind: Secret\ndata:\n  x: CANARY\n  y: CANARY\ntype: a',
    ],
    ['an environment', 'DB_PASSWORD=CANARY PATH=/bin'],
    [
      'a private key',
      '-----BEGIN RSA PRIVATE KEY-----\nCANARY\n-----END RSA PRIVATE KEY-----',
    ],
    ['a private key cut off', 'x -----BEGIN PRIVATE KEY-----\nCANARY'],
    [
      'what the API server refuses',
      'Widget "a" is invalid: spec.password: Invalid value: "my CANARY": too short',
    ],
    [
      'what it refuses in a list',
      'spec.users[0]["token"]: Unsupported value: "CANARY"',
    ],
  ])('%s', (_, text) => {
    const redacted = redactText(text);
    expect(redacted).toContain('[redacted]');
    expect(redacted).not.toMatch(/CANARY|Q0FOQVJZ/);
    // Twice is not worse.
    expect(redactText(redacted)).toBe(redacted);
  });

  it('kubeconfigs and keys in base64', () => {
    for (const text of [
      'apiVersion: v1\nkind: Config\nusers: []\n',
      'kind: Config\napiVersion: v1\n',
      '{"apiVersion":"v1"}',
      '-----BEGIN EC PRIVATE KEY-----\nCANARY',
    ]) {
      const encoded = Buffer.from(text).toString('base64');
      expect(redactText(`value ${encoded}.`)).toBe('value [redacted].');
    }
  });
});

describe('leaves alone', () => {
  it.each([
    'namespaces "team-a" not found',
    'secrets "db" is forbidden: User "system:serviceaccount:n:s" cannot get',
    'spec.password: Required value',
    'Widget "a" is invalid: spec.size: Invalid value: 3: must be at most 2',
    'the cache of secrets was stopped before it was synced',
    'https://127.0.0.1:6443/api/v1/secrets?limit=500&continue=abc',
    'connect ECONNREFUSED 127.0.0.1:6443',
    'the token of app cluster "a" ends in 3 minutes',
    'at Object.<anonymous> (/src/client/tokenFile.ts:12:3)',
  ])('%s', text => {
    expect(redactText(text)).toBe(text);
  });
});

it('cuts what nobody reads', () => {
  const text = redactText('x'.repeat(20_000));
  expect(text).toHaveLength(16_384 + '… (3616 more characters)'.length);
});

it.each([
  'a',
  'token',
  'password: "',
  'data:\n ',
  'data:{',
  'eyJ',
  '://',
  '-----BEGIN ',
  "'\\",
  ' ',
])('takes time in proportion to the text (%j again and again)', piece => {
  const text = piece.repeat(Math.ceil(16_384 / piece.length));
  const startedAt = performance.now();
  redactText(text);
  expect(performance.now() - startedAt).toBeLessThan(200);
});
