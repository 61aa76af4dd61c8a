import { KubeConfig } from '@kubernetes/client-node';
import { bearerToken } from './client/credentials';
import { loadKubeConfig } from './client/kubeConfig';
import { ApiError, ConnectionError } from './errors';
import { createLogger } from './createLogger';

type TestLogger = ReturnType<typeof createLogger>;

function logged(write: (logger: TestLogger) => void): string {
  const lines: string[] = [];
  const logger = createLogger('test', {
    destination: { write: line => lines.push(line) },
  });
  write(logger);
  return lines.join('');
}

const canary = 'CANARY';
const encoded = Buffer.from(canary).toString('base64');
const kubeconfig = `
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: https://127.0.0.1:1 } }]
contexts: [{ name: c, context: { cluster: c, user: u } }]
current-context: c
users: [{ name: u, user: { token: ${canary}, client-key-data: ${encoded}, client-certificate-data: QQ== } }]
`;

const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'db',
    namespace: 'n',
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': `{"stringData":{"x":"${canary}"}}`,
    },
  },
  data: { password: encoded },
  stringData: { any: canary },
};

const refusal = new ApiError({
  code: 422,
  reason: 'Invalid',
  message: `Widget "a" is invalid: spec.password: Invalid value: "${canary}": no`,
  causes: [{ field: 'spec.password', message: `Invalid value: "${canary}"` }],
});

/** One credential of each kind that this package handles. */
const kinds: [string, object][] = [
  ['a Secret', secret],
  ['a list', { items: [secret], resourceVersion: '1' }],
  ['an event of a watch', { type: 'ADDED', object: secret }],
  [
    'a change of a cache',
    { type: 'updated', object: secret, previous: secret },
  ],
  ['an answer of TokenRequest', { status: { token: canary } }],
  ['a token for a service account', { token: canary, expirationTimestamp: '' }],
  ['a kubeconfig', loadKubeConfig(kubeconfig)],
  ['its user', (loadKubeConfig(kubeconfig) as KubeConfig).users[0] ?? {}],
  ['a kubeconfig as text', { kubeconfig }],
  ['a kubeconfig under another name', { found: kubeconfig }],
  ['a kubeconfig as bytes', { file: Buffer.from(kubeconfig) }],
  [
    'a kubeconfig in base64',
    { value: Buffer.from(kubeconfig).toString('base64') },
  ],
  ['credentials', bearerToken(canary)],
  [
    'a request',
    {
      method: 'GET',
      path: `/x?access_token=${canary}`,
      headers: ['authorization', `Bearer ${canary}`, 'cookie', canary],
      body: JSON.stringify({ password: canary }),
    },
  ],
  ['a response', { statusCode: 200, headers: { 'set-cookie': [canary] } }],
  [
    'settings of a client',
    { clientCertificate: { cert: 'x', privateKey: canary } },
  ],
  ['an environment', { env: { DB_PASSWORD: canary, API_TOKEN: canary } }],
  [
    'a container',
    { containers: [{ env: [{ name: 'API_TOKEN', value: canary }] }] },
  ],
  ['an address', { server: new URL(`https://u:${canary}@e.org/`) }],
  ['a refusal', refusal],
  [
    'a connection that failed',
    Object.assign(
      new ConnectionError('away', {
        failure: 'unreachable',
        server: 'https://127.0.0.1:1',
      }),
      { cause: Object.assign(new Error('reset'), { request: secret }) },
    ),
  ],
  [
    'an error with a request',
    Object.assign(new Error('x'), { config: secret }),
  ],
  ['an error that quotes', new Error(`no: Authorization: Bearer ${canary}`)],
];

describe('createLogger', () => {
  it('writes JSON lines with name, fields and bindings', () => {
    const line = logged(logger =>
      logger.child({ layer: 'kube' }).info({ count: 1 }, 'something'),
    );
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      name: 'test',
      layer: 'kube',
      msg: 'something',
      count: 1,
    });
  });

  it('writes errors with message, stack and causes', () => {
    const error = new Error('it failed', { cause: new Error('the reason') });
    const [field, alone, message] = logged(logger => {
      logger.error({ err: error }, 'while trying');
      logger.error(error);
      logger.error({ err: error });
    })
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(field).toMatchObject({
      msg: 'while trying',
      err: {
        type: 'Error',
        message: 'it failed',
        stack: expect.stringContaining('createLogger.test'),
        cause: { message: 'the reason' },
      },
    });
    expect(alone).toMatchObject({ msg: 'it failed', err: field.err });
    expect(message).toMatchObject({ msg: 'it failed', err: field.err });
  });

  it('writes nothing below its level', () => {
    const lines: string[] = [];
    const logger = createLogger('test', {
      level: 'warn',
      destination: { write: line => lines.push(line) },
    });
    logger.info({}, 'quiet');
    logger.child({}).info({}, 'quiet');
    logger.warn({}, 'loud');
    expect(lines).toHaveLength(1);
  });
});

describe.each(kinds)('%s', (_, thing) => {
  it.each<[string, (logger: TestLogger) => void]>([
    ['alone', logger => logger.info(thing)],
    ['with a message', logger => logger.info(thing, 'message')],
    ['as a field', logger => logger.info({ it: thing }, 'message')],
    ['as the error', logger => logger.info({ err: thing }, 'message')],
    ['as the error without a message', logger => logger.info({ err: thing })],
    ['deep inside', logger => logger.info({ a: [{ b: { c: [thing] } }] }, 'm')],
    ['in a message as JSON', logger => logger.info({}, 'it is %j', thing)],
    ['in a message', logger => logger.info('it is %o', thing)],
    ['as text', logger => logger.info({ it: `${thing}` }, `${thing}`)],
    ['as JSON text', logger => logger.info({}, JSON.stringify(thing))],
    ['bound', logger => logger.child({ it: thing }).info({}, 'message')],
    [
      'bound to a child of a child',
      logger => logger.child({}).child({ it: thing }).info({}, 'message'),
    ],
    [
      'bound later',
      logger => {
        const child = logger.child({});
        child.setBindings({ it: thing });
        child.info({}, 'message');
      },
    ],
  ])('is redacted %s', (__, write) => {
    const line = logged(write);
    expect(JSON.parse(line)).toHaveProperty('level', 30);
    expect(line).not.toContain(canary);
    expect(line).not.toContain(encoded);
  });
});
