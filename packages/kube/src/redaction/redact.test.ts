import { ApiError, ConnectionError } from '../errors';
import { redact } from './redact';

it('does not change harmless values', () => {
  const value = {
    text: 'a',
    count: 3,
    yes: true,
    nothing: null,
    list: [1, 'b', { c: [] }],
    date: new Date(0),
    metadata: { name: 'a', resourceVersion: '5' },
    continueAt: undefined,
  };
  expect(redact(value)).toEqual({ ...value, date: '1970-01-01T00:00:00.000Z' });
});

it.each([
  'token',
  'idToken',
  'access_token',
  'PASSWORD',
  'db-password',
  'clientSecret',
  'client-key-data',
  'X-Auth-Token',
  'Set-Cookie',
  'Proxy-Authorization',
  'kubeconfig',
  'stringData',
  'kubectl.kubernetes.io/last-applied-configuration',
  'cookies',
  'set-cookie',
  'secrets',
  'apiKeys',
  'APIKey',
  'clientSecrets',
  'tokenValue',
  'secretString',
  'secret-data',
  'authorizationHeader',
  'AUTHORIZATION_HEADER',
  'passwordHash',
  'pwd',
  'MYSQL_PWD',
  'pass',
  'userPass',
  'dbpass',
  'PGPASS',
  'tls.key',
  'ssh-privatekey',
  'privateKeyPem',
  'sessionId',
  'session_id',
  'PASSWORD_2',
  'spec.users[0]["token"]',
  '.dockerconfigjson',
  'auth',
  '_authToken',
  'authorizationCode',
  'authCode',
  'oneTimeCode',
  'one_time_code',
  'otp',
  'totp',
  'creds',
  'dbCreds',
  'cred',
  'pw',
  'dbPw',
  'x-auth',
  'X-Auth',
])('redacts fields named %s, at any depth', name => {
  const value = { a: [[{ b: { c: { [name]: 'CANARY' } } }]] };
  expect(redact(value)).toEqual({
    a: [[{ b: { c: { [name]: '[redacted]' } } }]],
  });
  for (const inside of [{ deep: 'CANARY' }, ['CANARY'], [{ a: 'CANARY' }]]) {
    expect(redact({ [name]: inside })).toEqual({ [name]: '[redacted]' });
  }
});

it('shows counters and absent values', () => {
  const value = { tokens: 3, token: '', password: null, hasToken: true };
  expect(redact(value)).toEqual(value);
});

it.each([
  ['password', 12345678],
  ['pass', 1234],
  ['otp', 0],
  ['PASSWORD_2', 5n],
  ['clientSecret', 1.5],
])('redacts a number named %s, also in a text', (name, value) => {
  const hidden = { [name]: '[redacted]' };
  expect(redact({ [name]: value })).toEqual(hidden);
  expect(redact(`{"${name}":${value}}`)).toEqual(JSON.stringify(hidden));
  expect(redact(`${name}=${value}`)).toBe(`${name}=[redacted]`);
  expect(redact([`--${name}`, value])).toEqual([`--${name}`, '[redacted]']);
  expect(redact([[name, value]])).toEqual([[name, '[redacted]']]);
});

it.each([
  'tokenFile',
  'secretName',
  'secretRef',
  'kubeconfigSecretRef',
  'passwordPolicy',
  'tokenExpiry',
  'expiresAt',
  'namespace',
  'name',
  'passed',
  'compass',
  'bypass',
  'author',
  'authority',
  'authorized',
  'monkey',
  'replicaKey',
  'publicKey',
  'keys',
  'key',
  'session',
  'errorCode',
  'statusCode',
  'code',
  'option',
  'sacred',
])('shows %s', name => {
  for (const value of ['team-a/db', { name: 'x' }, ['x'], 3, false]) {
    expect(redact({ [name]: value })).toEqual({ [name]: value });
  }
});

it.each(['tokens', 'secrets', 'cookies', 'data'])(
  'shows numbers and flags named %s',
  name => {
    for (const value of [0, 3, true, false, null]) {
      expect(redact({ [name]: value })).toEqual({ [name]: value });
    }
  },
);

it('shows names as values', () => {
  const value = { resource: 'secrets', fields: ['password', 'token'] };
  expect(redact(value)).toEqual(value);
});

it('shows the identity of a Secret', () => {
  expect(redact({ secret: 'team-a/db' })).toEqual({ secret: 'team-a/db' });
  expect(redact({ secret: 'CANARY' })).toEqual({ secret: '[redacted]' });
  expect(redact({ secret: ['CANARY'] })).toEqual({ secret: '[redacted]' });
  const metadata = { namespace: 'team-a', name: 'db' };
  expect(redact({ secret: { metadata, data: { a: 'CANARY' } } })).toEqual({
    secret: { metadata, data: '[redacted]' },
  });
});

it.each([
  { secret: { name: 'db', key: 'password' } },
  { secret: { secretName: 'db', defaultMode: 420 } },
  { secrets: [{ name: 'db' }, 'team-a/db'] },
  { imagePullSecrets: [{ name: 'registry' }] },
])('shows references to Secrets: %j', value => {
  expect(redact(value)).toEqual(value);
});

it.each([
  { secret: { db: 'CANARY' } },
  { secret: { name: 'db', value: 'CANARY' } },
  { secrets: [{ name: 'db' }, 'CANARY'] },
  { secrets: [{ db: 'CANARY' }] },
  { clientSecret: 'CANARY/CANARY' },
])('treats nothing else as a reference: %j', value => {
  expect(JSON.stringify(redact(value))).not.toContain('CANARY');
});

it('detects pairs of a name and a value', () => {
  const env = [
    { name: 'DB_PASSWORD', value: 'CANARY' },
    { name: 'PATH', value: '/bin' },
  ];
  expect(redact({ env })).toEqual({
    env: [{ name: 'DB_PASSWORD', value: '[redacted]' }, env[1]],
  });
  expect(redact({ key: 'token', value: ['CANARY'] })).toEqual({
    key: 'token',
    value: '[redacted]',
  });
  const harmless = { name: 'tokens', value: 3 };
  expect(redact(harmless)).toEqual(harmless);
});

it('detects pairs whose fields are written in capitals', () => {
  expect(redact([{ Name: 'DB_PASSWORD', Value: 'CANARY' }])).toEqual([
    { Name: 'DB_PASSWORD', Value: '[redacted]' },
  ]);
  expect(redact({ KEY: 'token', VALUE: 'CANARY' })).toEqual({
    KEY: 'token',
    VALUE: '[redacted]',
  });
});

it.each(['/stringData/x', '/data/tls.key', '/spec/password', '/data'])(
  'detects an operation of JSON Patch at %s',
  path => {
    for (const value of ['CANARY', { x: 'CANARY' }]) {
      expect(redact([{ op: 'replace', path, value }])).toEqual([
        { op: 'replace', path, value: '[redacted]' },
      ]);
    }
  },
);

it('shows the value of a JSON Patch operation at other paths', () => {
  const harmless = [
    { op: 'replace', path: '/spec/size', value: 'large' },
    { op: 'add', path: '/metadata/labels/a~1b', value: { c: 'd' } },
    { op: 'remove', path: '/data/x' },
  ];
  expect(redact(harmless)).toEqual(harmless);
});

it('redacts the binding response', () => {
  for (const answer of [
    { kind: 'BindingResponse', kubeconfig: 'CANARY' },
    { metadata: {}, kubeconfig: 'CANARY' },
  ]) {
    for (const spaces of [0, 1, 2, '\t']) {
      const json = JSON.stringify(answer, undefined, spaces);
      const response = Buffer.from(json).toString('base64');
      expect(redact({ response })).toEqual({ response: '[redacted]' });
    }
  }
  const harmless = { response: 'it was refused', responses: ['OK'] };
  expect(redact(harmless)).toEqual(harmless);
});

it('detects a key by its parent', () => {
  for (const tls of [{ key: 'CANARY', cert: 'c' }, [{ key: 'CANARY' }]]) {
    expect(JSON.stringify(redact({ a: { tls } }))).toContain(
      '"key":"[redacted]"',
    );
  }
  const harmless = { object: { key: 'team-a/db' }, key: 'team-a/db' };
  expect(redact(harmless)).toEqual(harmless);
  // A sibling of the parent is not its child.
  const beside = { list: [{ tls: { cert: 'c' } }, { key: 'team-a/db' }] };
  expect(redact(beside)).toEqual(beside);
});

it('detects entries, and headers in one list', () => {
  const entries = [
    ['password', 'CANARY'],
    ['a', 'b'],
    ['token', { value: 'CANARY' }],
  ];
  expect(redact({ entries })).toEqual({
    entries: [
      ['password', '[redacted]'],
      ['a', 'b'],
      ['token', '[redacted]'],
    ],
  });
  expect(redact(['Accept', '*/*', 'Authorization', 'CANARY', 'A'])).toEqual([
    'Accept',
    '*/*',
    'Authorization',
    '[redacted]',
    'A',
  ]);
  const names = { dropped: ['authorization', 'cookie', 'set-cookie'] };
  expect(redact(names)).toEqual(names);
});

it('detects arguments of programs', () => {
  expect(
    redact({ args: ['run', '--token', 'CANARY', '--db-password=CANARY', 'x'] }),
  ).toEqual({
    args: ['run', '--token', '[redacted]', '--db-password=[redacted]', 'x'],
  });
  const harmless = ['--kubeconfig', '/a', '--no-password', '--verbose', '1'];
  expect(redact(harmless)).toEqual(harmless);
});

it("redacts docker's registry credentials", () => {
  const registry = { username: 'me', password: 'CANARY', auth: 'CANARY' };
  const plain = { username: 'me', password: '[redacted]', auth: '[redacted]' };
  expect(redact({ config: { auths: { 'e.org': registry } } })).toEqual({
    config: { auths: { 'e.org': plain } },
  });
});

it('parses JSON in texts', () => {
  expect(redact(' {"data":{"x":"CANARY"},"y":1}')).toBe(
    '{"data":"[redacted]","y":1}',
  );
  expect(redact('[1, 2] and 3')).toBe('[1, 2] and 3');
});

describe('of errors', () => {
  it('keeps message, code, stack and causes, and no requests', () => {
    const cause = Object.assign(new Error('read ECONNRESET'), {
      code: 'ECONNRESET',
      socket: { CANARY: 1 },
    });
    const error = Object.assign(new Error('it failed', { cause }), {
      options: { headers: ['authorization', 'CANARY'] },
      response: { text: 'CANARY' },
      request: 'CANARY',
    });
    expect(redact({ err: error })).toEqual({
      err: {
        type: 'Error',
        message: 'it failed',
        stack: expect.stringContaining('redact.test'),
        cause: {
          type: 'Error',
          message: 'read ECONNRESET',
          code: 'ECONNRESET',
          stack: expect.any(String),
        },
      },
    });
  });

  it("keeps the fields of this package's errors", () => {
    const refused = new ApiError({
      code: 422,
      reason: 'Invalid',
      message: 'Widget "a" is invalid: spec.pin: Invalid value: "1"',
      causes: [
        { field: 'spec.size', message: 'Invalid value: 3' },
        { field: 'spec.user.password', message: 'Invalid value: "CANARY"' },
      ],
      objectName: 'a',
    });
    expect(redact(refused)).toMatchObject({
      type: 'ApiError',
      code: 422,
      reason: 'Invalid',
      objectName: 'a',
      causes: [
        { field: 'spec.size', message: 'Invalid value: 3' },
        { field: 'spec.user.password', message: '[redacted]' },
      ],
    });
    const away = new ConnectionError('away', {
      failure: 'unreachable',
      server: 'https://127.0.0.1:1',
      errorCode: 'ECONNREFUSED',
    });
    expect(redact(away)).toMatchObject({
      failure: 'unreachable',
      server: 'https://127.0.0.1:1',
      errorCode: 'ECONNREFUSED',
    });
  });

  it('redacts aggregated errors, and causes that are no errors', () => {
    const error = new AggregateError(
      [new Error('token: CANARY')],
      'all failed',
      { cause: { token: 'CANARY', why: 'x' } },
    );
    expect(redact(error)).toMatchObject({
      errors: [{ message: 'token: [redacted]' }],
      cause: { token: '[redacted]', why: 'x' },
    });
  });

  it.each([
    'stringData:\n  foo: CANARY',
    'password: a CANARY b',
    'password: a\n    at CANARY b\n  CANARY',
    '{"data":{"x":"CANARY"}}',
    'Error: password: a CANARY b',
    'it failed: Error: stringData:\n  foo: CANARY',
  ])('redacts the stack like the message (%j)', message => {
    for (const error of [
      new Error(message),
      new TypeError(message),
      Object.assign(new Error(message), { name: 'ApiError' }),
    ]) {
      const redacted = redact(error) as { message: string; stack: string };
      expect(JSON.stringify(redacted)).not.toContain('CANARY');
      expect(redacted.stack).toMatch(/^\w*Error: /);
      expect(redacted.stack).toContain(redacted.message);
      expect(redacted.stack).toContain('redact.test');
    }
  });

  it('redacts the original message in the stack after the message has changed', () => {
    const error = new Error('password: a CANARY b');
    expect(error.stack).toContain('CANARY');
    error.message = 'changed';
    const redacted = redact(error) as { stack: string };
    expect(redacted.stack).toMatch(/^Error: password: \[redacted\]\n +at /);
  });

  it('also redacts the rest of the stack', () => {
    const error = new Error('a');
    error.stack = 'Error: a\n    at https://me:CANARY@e.org/x.js:1:2';
    expect(redact(error)).toMatchObject({
      stack: 'Error: a\n    at https://[redacted]@e.org/x.js:1:2',
    });
  });

  it('ends with circular causes', () => {
    const error = new Error('a');
    error.cause = error;
    expect(redact(error)).toMatchObject({ cause: '[circular]' });
  });
});

it('redacts names of fields, too', () => {
  expect(redact({ 'https://me:CANARY@e.org/': 1 })).toEqual({
    'https://[redacted]@e.org/': 1,
  });
});

it('replaces bytes by their number', () => {
  expect(
    redact([Buffer.from('CANARY'), new Uint8Array(3), new ArrayBuffer(4)]),
  ).toEqual(['[6 bytes]', '[3 bytes]', '[4 bytes]']);
});

it('shows URLs without credentials', () => {
  const url = new URL('https://me:CANARY@e.org/?token=CANARY&x=1');
  expect(redact({ url, query: url.searchParams })).toEqual({
    url: 'https://[redacted]@e.org/?token=[redacted]&x=1',
    query: 'token=[redacted]&x=1',
  });
});

it('redacts maps, sets and objects with toJSON', () => {
  const value = {
    map: new Map([['token', 'CANARY']]),
    set: new Set([{ password: 'CANARY' }]),
    own: { toJSON: () => ({ token: 'CANARY', x: 1 }) },
    big: 5n,
    call: () => 'CANARY',
  };
  expect(redact(value)).toEqual({
    map: { token: '[redacted]' },
    set: [{ password: '[redacted]' }],
    own: { token: '[redacted]', x: 1 },
    big: '5',
    call: '[function]',
  });
});

describe('cuts', () => {
  it('references to an enclosing object', () => {
    const value: Record<string, unknown> = { a: 1 };
    value.self = value;
    expect(redact(value)).toEqual({ a: 1, self: '[circular]' });
    // The same object twice is not circular.
    const twice = { x: 1 };
    expect(redact([twice, twice])).toEqual([twice, twice]);
  });

  it('what is nested too deeply', () => {
    let value: unknown = 'bottom';
    for (let i = 0; i < 20; i += 1) value = { value };
    expect(JSON.stringify(redact(value))).toContain('[too deep]');
  });

  it('length, of one list and in all', () => {
    const list = Array.from({ length: 150 }, (_, i) => i);
    expect(redact(list)).toEqual([...list.slice(0, 100), '[50 more]']);
    const many = Array.from({ length: 100 }, () =>
      Array.from({ length: 100 }, () => ({})),
    );
    expect(JSON.stringify(redact(many))).toContain('[too much]');
    const wide = Object.fromEntries(list.map(i => [`a${i}`, i]));
    expect(redact(wide)).toMatchObject({ a99: 99, '…': '[50 more]' });
    expect(redact({ wide })).not.toHaveProperty('wide.a100');
    const texts = Array.from({ length: 20 }, () => 'x'.repeat(16_000));
    expect(JSON.stringify(redact(texts)).length).toBeLessThan(150_000);
  });
});

it('never throws, and omits only unreadable parts', () => {
  const broken = () => {
    throw new Error('CANARY');
  };
  const error = Object.defineProperty(new Error('x'), 'code', { get: broken });
  const value = {
    fine: 1,
    getter: Object.defineProperty({ a: 1 }, 'b', {
      get: broken,
      enumerable: true,
    }),
    toJSON: { toJSON: broken },
    error,
    proxy: new Proxy({}, { ownKeys: broken }),
    map: new Map([[{ toString: broken }, 'x']]),
    after: 2,
  };
  const lost = '[cannot be read]';
  expect(redact(value)).toEqual({
    fine: 1,
    getter: { a: 1, b: lost },
    toJSON: lost,
    error: lost,
    proxy: lost,
    map: lost,
    after: 2,
  });
});
