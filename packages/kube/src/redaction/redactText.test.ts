import { cpuTime } from '../__testUtils__/cpuTime';
import { redactText } from './redactText';

// Not a real credential: its content is CANARY.
const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJDQU5BUlkifQ.CANARY';

describe('redacts credentials in', () => {
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
    ['a name after an open quote', `token:'\n"token': 'CANARY"`],
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
      'a value that the API server refuses',
      'Widget "a" is invalid: spec.password: Invalid value: "my CANARY": too short',
    ],
    [
      'a refused value in a list',
      'spec.users[0]["token"]: Unsupported value: "CANARY"',
    ],
    [
      'a refused value in a list of credentials',
      'spec.tokens[0]: Invalid value: "CANARY": too short',
    ],
    [
      'an environment variable without a revealing suffix',
      'DB_SECRET=CANARY PGPASS=CANARY',
    ],
    ['a secret', 'found secret: CANARY'],
    ['a name of two words', 'the API key: CANARY, the session ID = CANARY'],
    ['an assignment', 'password => CANARY, token := CANARY, secret==CANARY'],
    ['arguments', 'run --password CANARY --api-key  CANARY --token=CANARY'],
    ['arguments in quotes', "run --password 'my CANARY' -v"],
    [
      'a header of several words',
      'sent Authorization: Token CANARY-a CANARY-b',
    ],
    ['a header of fields', 'Authorization: Digest a="CANARY", b="CANARY"'],
    ['a header in quotes', `-H 'Proxy-Authorization: Token a CANARY' x`],
    ['a header in JSON', 'got {"Authorization":"Token a CANARY","x":"y"}'],
    ['cookies', 'Set-Cookie: a=CANARY; b=CANARY; Path=/'],
    ['a list in JSON', 'got {"cookies":["CANARY","CANARY"],"x":1}'],
    [
      'an object in JSON',
      'got {"credentials":{"a":{"b":"CANARY"},"c":"CANARY"}}',
    ],
    ['braces in a Secret', 'got {"stringData":{"x":"}{CANARY"}}'],
    ['headers in JSON', 'got {"headers":{"x-a":["CANARY"]},"y":1}'],
    ['the credentials of docker', 'got {"auths":{"e.org":{"auth":"CANARY"}}}'],
    ['the credentials of npm', '//e.org/:_authToken=CANARY and _auth=CANARY'],
    ['a block in YAML', 'a: 1\npassword: |\n  CANARY\n\n  CANARY\nb: 2'],
    ['a folded block', 'users:\n  - token: >-\n      CANARY\n      CANARY\n'],
    ['a block at the end', 'tls.key: |2+\n    CANARY'],
    ['a block with a comment', 'password: | # it\n  CANARY'],
    ['a value on the next line', 'password:\n  "CANARY\n  CANARY"\nx: y'],
    ['a list in YAML', 'tokens:\n- CANARY\n- CANARY\nx: y'],
    ['an object in YAML', 'credentials:\n  a:\n    b: CANARY\nx: y'],
    ['a value of several words', 'x: y\npassword: my CANARY, it is\nz: 1'],
    ['a key of AWS', 'found AKIACANARYCANARYCANA here'],
    [
      'a token of GitHub',
      'found ghp_CANARYCANARYCANARYCANARYCANARYCANARY here',
    ],
    [
      'a fine-grained token of GitHub',
      'found github_pat_11CANARYCANARYCANARY_CANARYCANARY',
    ],
    [
      'a signed URL',
      'https://s3.example.org/a?X-Amz-Signature=CANARY&X-Amz-Credential=CANARY',
    ],
    ['a password with a slash', 'postgres://me:CAN/CANARY@db:5432/app'],
    ['a password with a hash', 'got postgres://me:CAN#CANARY@db:5432/app'],
    ['a password with a question mark', 'amqp://me:CANARY?CANARY@db/x?y=z'],
    ['short names', 'otp=CANARY creds: CANARY pw=CANARY, authCode: CANARY'],
    ['a custom header', 'X-Auth: CANARY CANARY'],
    ['a name and a value', "got [{name: 'PASSWORD', value: 'CANARY'}]"],
    ['the same in JSON', 'got {"Name":"DB_PASSWORD","Value":"CANARY"}'],
    [
      'the same in JSON in JSON',
      'got {\\"key\\":\\"token\\",\\"value\\":\\"CANARY\\"}',
    ],
    [
      'the same in YAML',
      'env:\n  - name: PASSWORD\n    value: CANARY\n  - name: b',
    ],
    ['a password with @', 'https://me:CAN@CANARY@example.org/x'],
    ['a name in capitals', 'APIKey=CANARY mongoURI=mongodb+srv://a:CANARY@b'],
    ['YAML of Windows', 'kind: a\r\nstringData:\r\n  x: CANARY\r\ntype: a'],
    ['YAML with old ends of lines', 'a: b\rstringData:\r  x: CANARY\r'],
    ['YAML with escaped ends', 'got "stringData:\\n  x: CANARY\\n  y: CANARY"'],
    ['YAML with a comment', 'stringData: # of it\n  x: CANARY'],
    ['a block in an object', 'data: |- # of it\n  CANARY'],
    ['YAML with an anchor', 'stringData: &a !!map # of it\n  x: CANARY'],
    ['an object with an anchor', 'stringData: &a {x: CANARY}'],
    ['YAML with a space before the colon', 'stringData :\n  x: CANARY'],
    [
      'YAML with comments inside',
      'stringData:\n  x: CANARY\n# y: CANARY\n  # a\n#\n  z: CANARY',
    ],
    ['YAML in a sentence', 'cannot apply stringData:\n  x: CANARY'],
    ['YAML after names', 'Error: it: stringData:\n  x: CANARY'],
    ['words after names', 'Error: password: my CANARY, it is'],
    [
      'the key of TLS',
      'a:\n  tls:\n    cert: a\n    # of it\n    key: my CANARY',
    ],
    ['the key of TLS in a list', 'tls:\n- cert: a\n  key: my CANARY\n'],
    ['the key of TLS in a block', 'tls:\r\n  key: |\r\n    CANARY\r\n'],
    ['the key of TLS in an object', 'got tls: {cert: a, key: CANARY}'],
    ['the key of TLS in JSON', 'got {"tls":{"cert":"a","key":"my CANARY"}}'],
    ['a number', 'password: 1020304, pass=1CANARY'],
    ['a URL with a slash and @', 'postgres://u:a/b@CANARY@h'],
    ['a difference', '+stringData:\n+  x: CANARY\n+\n+  y: CANARY'],
    ['a quotation', '> stringData:\n>   x: CANARY'],
    ['a URL of the web with digits and a slash', 'https://u:12345/CANARY@h'],
    ['a URL of the web with a hash', 'https://me:CAN#CANARY@e.org/x'],
    ['a URL with @ and a slash', 'postgres://u:p@a/CANARY@h/db'],
    ['a query in HTML', '/a?b=c&amp;response=CANARY'],
    [
      'a name and a value apart',
      'got {"name":"PASSWORD","optional":true,"value":"my CANARY"}',
    ],
    ['a name and a value without a comma', 'name=PASSWORD value=CANARY'],
    [
      'a name with a comment',
      '- name: "PASSWORD"  # of it\n  value: my CANARY\n',
    ],
    ['a URL with digits and a slash', 'postgres://u:12345/CANARY@h:5432/db'],
    ["a URL with '", "postgres://u:a'CANARY@h"],
    ['a URL with "', 'https://u:a"CANARY@h/a?b=c'],
    ['a URL with <', 'see <https://u:a<CANARY@h>'],
    ['a URL of a user with a slash', 'amqp://a/u:CANARY@h'],
    ['a URL in a URL', '/a?b=https%3A%2F%2Fe.org%3Faccess_token%3DCANARY'],
    ['a code in a URL in a URL', '/a?b=https%3A%2F%2Fe.org%3Fcode%3DCANARY'],
    [
      'an operation of JSON Patch',
      'got [{"op":"add","path":"/stringData/x","value":"my CANARY"}]',
    ],
    [
      'an operation in another order',
      'got {"path":"/data/x", "op":"add", "value":"my CANARY"}',
    ],
    [
      'an operation with the value first',
      "got {op: 'add', value: 'my CANARY', path: '/data/x'}",
    ],
    [
      'an operation in YAML',
      '- op: add\n  path: /stringData/x\n  value: my CANARY',
    ],
    ['a value and a name', 'got {value: CANARY, name: DB_PASSWORD}'],
    ['the same order in JSON', 'got {"value":"my CANARY","name":"PASSWORD"}'],
    [
      'the same order in YAML',
      'env:\n- value: my CANARY\n  name: DB_PASSWORD\n- name: b',
    ],
    [
      'a name and a block',
      'env:\n- name: DB_PASSWORD\n  value: |\n    my CANARY\n- name: b',
    ],
    ['a password with a backslash', String.raw`password=a\yCANARY`],
  ])('%s', (_, text) => {
    const redacted = redactText(text);
    expect(redacted).toContain('[redacted]');
    expect(redacted).not.toMatch(/CANARY|Q0FOQVJZ/);
    // Redacting twice changes nothing.
    expect(redactText(redacted)).toBe(redacted);
  });

  it.each<[string, object]>([
    [
      'as Go writes it',
      { kind: 'BindingResponse', kubeconfig: '?????>>>>> CANARY CANARY' },
    ],
    [
      'as others do',
      { apiVersion: 'v1', kubeconfig: '?????>>>>> CANARY CANARY' },
    ],
    ['of a later version', { kubeconfig: 'CANARY' }],
  ])('the binding response, %s', (_, answer) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const response = Buffer.from(JSON.stringify(answer)).toString(encoding);
      const inQuery = encodeURIComponent(response);
      expect(redactText(`GET /callback?response=${inQuery}&a=b 200`)).toBe(
        'GET /callback?response=[redacted]&a=b 200',
      );
      const url = encodeURIComponent(`http://h/?response=${inQuery}`);
      for (const text of [
        url,
        `"to\\n${response}"`,
        `got ${response}`,
        inQuery,
      ]) {
        const redacted = redactText(text);
        expect(redacted).toContain('[redacted]');
        expect(redacted).not.toContain(response.slice(-12, -4));
      }
    }
    expect(redactText('/callback?response=CANARY')).not.toContain('CANARY');
  });

  it('kubeconfigs in base64 of several lines', () => {
    const text = `apiVersion: v1\nkind: Config\nusers: ${'x'.repeat(150)}`;
    const lines = Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g);
    for (const end of ['\n', '\r\n    ', '\\n']) {
      expect(redactText(`a: ${lines?.join(end)}${end}b: c`)).toBe(
        `a: [redacted]${end}b: c`,
      );
    }
  });

  it('kubeconfigs and keys in base64', () => {
    for (const text of [
      'apiVersion: v1\nkind: Config\nusers: []\n',
      'kind: Config\napiVersion: v1\n',
      '---\napiVersion: v1\n',
      '---\nkind: Config\n',
      '{"apiVersion":"v1"}',
      '{"kind":"Config"}',
      '-----BEGIN EC PRIVATE KEY-----\nCANARY',
    ]) {
      const encoded = Buffer.from(text).toString('base64');
      expect(redactText(`value ${encoded}.`)).toBe('value [redacted].');
    }
  });
});

describe('does not change', () => {
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
    'secretName: db, secretRef: db, kubeconfigSecretRef: db, key: "team-a/db"',
    'tokenExpiry: 2026-01-01 expiresAt=2026-01-01 passed: 3 author: me',
    'compass=north authority: me monkey=see resource: secrets namespace: a',
    'secret: team-a/db',
    'tokens: 3, secrets=2, hasToken: true, token: null',
    'kubectl --kubeconfig /home/me/config --no-password --verbose',
    'data: of 3 kinds',
    'https://example.org/a?b=me@example.org',
    'https://example.org:8443/a/me@example.org',
    'https://example.org:443?b=me@example.org',
    'https://[::1]:6443/a/me@example.org',
    'see https://example.org: ask me@example.org',
    'code: 404, exit code=1, opt: x',
    'name: size, value: 3; key=tokens, value=2',
    'value: large, name: size; value: 2, key: tokens',
    '[{"op":"replace","path":"/spec/size","value":"large"} ]',
    'invalid kubeconfig:',
    'the data: none of it:\n  a: b',
    'tls:\n  cert: a\nlock:\n  key: team-a/db\r\n# a\r\nb: c',
    'got {"tls":{"cert":"a"},"lock":{"key":"team-a/db"}}',
    'response: it was refused, response=200',
    'keyJsonOfSomethingLong, frameworks/eyewitness/of-something',
    '{ "a": "https://h:80", "b": "me@e.org" } "https://h:80","me@e.org"',
    'oci://e.org:5000/a@sha256:b oci://e.org/a:b@sha256:c',
    'at file:///C:/a/node_modules/@b/c.js:1:2',
  ])('%s', text => {
    expect(redactText(text)).toBe(text);
  });
});

it('redacts no more than the value', () => {
  expect(
    redactText(
      'a: 1\npassword: |\n  x\n\n  y\nb: 2\ntokens:\n- x\nc:\n- d: e\n  token: x\n  f: g',
    ),
  ).toBe(
    'a: 1\npassword: [redacted]\nb: 2\ntokens: [redacted]\nc:\n- d: e\n  token: [redacted]\n  f: g',
  );
  expect(redactText('got {"cookies":["x",{"y":"]"}],"z":1}')).toBe(
    'got {"cookies":[redacted],"z":1}',
  );
  expect(redactText('run --password x --name y token=z, then w')).toBe(
    'run --password [redacted] --name y token=[redacted], then w',
  );
  expect(redactText('https://a:b@c.org/d?e=f@g')).toBe(
    'https://[redacted]@c.org/d?e=f@g',
  );
});

it('cuts long texts', () => {
  for (const piece of ['x', 'x ', 'x: ', 'x=']) {
    const text = redactText(piece.repeat(20_000 / piece.length).padEnd(20_000));
    expect(text).toHaveLength(16_384 + '… (3616 more characters)'.length);
  }
});

it.each([
  'a',
  'A',
  'token',
  'token:',
  'token: |\n',
  'password: "',
  "password: '",
  'password: {',
  'password: [{',
  'password: \\',
  'password: \\"',
  'data:\n ',
  'data:{',
  'secret',
  '--token ',
  '-',
  '.',
  'a-',
  'a:',
  '"a":{',
  'eyJ',
  '-eyJ',
  'eyJa-eyJaaaaaa.',
  '://',
  'a://b:',
  'a://@',
  'name: a',
  'name: password,value: ',
  'name=token\nvalue',
  'a://b:c',
  'a://b:/',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  'LS0tLS1CRUdJTi',
  'AKIA',
  'ghp_',
  'github_pat_',
  'Bearer ',
  'Authorization: ',
  "'\\",
  ' ',
  '\n',
  ' \n',
  'eyJraW5kIjo',
  ' eyJa',
  ' eyJaaaaaaaaaaaaaaaaaaa\n',
  'eyJaaaaaaaa.',
  'LS0tLS1CRUdJTi\n',
  'LS0tLS1CRUdJTia\na ',
  '%2B',
  'a: ',
  'a:\n ',
  'a:\n# ',
  'key: a\n',
  'tls:\n  key:\n',
  'value: a\n',
  'value: ',
  'value=',
  'value="',
  "value='",
  'value: {',
  'value: ["',
  'value: "a"\n',
  'value: a,name: b,',
  'value:a,op:b,',
  'path:/a,op:b,',
  '/a',
  'tls:{',
  'tls:{a,',
  'a={"',
  "a://b:'",
  'a://b:1/',
  'a:b@',
  'data:&',
  'data: &a ',
  'data: & {',
  '\\n',
  '\\\\\\r',
  '\r',
  '#',
  '+',
  '>|',
  'name: a b=c ',
  'value: a b=c ',
  'a://b.c:1/',
  '?response=',
  '%3F',
])('takes linear time for the repeated text %j', piece => {
  const text = piece.repeat(Math.ceil(16_384 / piece.length));
  expect(cpuTime(100, () => redactText(text))).toBeLessThan(100);
});
