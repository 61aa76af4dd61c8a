import { explain } from '@klutch/backstage-plugin-klutch-common';
import type { LookupFunction } from 'node:net';
import { kubeConfigPolicies } from '@klutch/kube';
import { stringify } from 'yaml';
import { InvalidError } from '../errors/InvalidError';
import {
  checkUploadedHost,
  createUploadedClient,
  sanitizeUploadedKubeconfig,
} from './uploadedKubeconfig';

const { strict } = kubeConfigPolicies;

const kubeconfig = (server: string, user: object = { token: 'secret-token' }) =>
  stringify({
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });

/** The error in the format of the REST API. */
async function refusal(run: () => unknown) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    return { message: error.message, causes: error.causes };
  }
  throw new Error('It was accepted.');
}

it('keeps the permitted parts', () => {
  const { host, kubeconfig: sanitized } = sanitizeUploadedKubeconfig(
    kubeconfig('https://apps.example.com:6443'),
    strict,
  );
  expect(host).toBe('apps.example.com');
  expect(sanitized).toContain('secret-token');
});

it("reports at the form's field why a kubeconfig is refused", async () => {
  const refused = await refusal(() =>
    sanitizeUploadedKubeconfig(kubeconfig('https://a.b', { exec: {} }), strict),
  );
  expect(refused).toEqual({
    message: expect.stringMatching(
      /^The kubeconfig cannot be used\. It signs in by running a program/,
    ),
    causes: [
      {
        field: 'kubeconfig',
        message: expect.stringMatching(/^It signs in by running a program/),
        reason: 'KubeconfigRefusedExec',
        params: {
          sentence: expect.stringMatching(/^It signs in by running a program/),
        },
      },
    ],
  });
  expect(
    JSON.stringify(
      await refusal(() =>
        sanitizeUploadedKubeconfig('secret-token: [', strict),
      ),
    ),
  ).not.toContain('secret-token');
});

const resolvingTo =
  (...addresses: string[]): LookupFunction =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map(address => ({ address, family: 4 })),
    );

it('reports what is wrong with the address of a host', async () => {
  const check = (resolve: LookupFunction) =>
    checkUploadedHost('apps.example.com', strict, resolve);
  await expect(check(resolvingTo('10.0.0.1'))).resolves.toBeUndefined();
  expect(
    await refusal(() => check(resolvingTo('10.0.0.1', '127.0.0.1'))),
  ).toEqual({
    message: expect.stringMatching(/^The kubeconfig cannot be used\. Its serv/),
    causes: [
      {
        field: 'kubeconfig',
        message: expect.stringMatching(/loopback/),
        reason: 'KubeconfigRefusedLoopback',
        params: { sentence: expect.stringMatching(/loopback/) },
      },
    ],
  });
  expect(
    await refusal(() =>
      check((_, __, callback) => callback(new Error('none'), '')),
    ),
  ).toEqual({
    message: 'The host apps.example.com does not exist.',
    causes: [
      {
        field: 'kubeconfig',
        ...explain('KubeconfigServerUnresolved', { host: 'apps.example.com' }),
      },
    ],
  });
});

it('does not resolve an IP address', async () => {
  const resolve = jest.fn();
  await checkUploadedHost('10.0.0.1', strict, resolve);
  expect(resolve).not.toHaveBeenCalled();
});

it('does not connect to a name that resolves to this machine', async () => {
  const client = createUploadedClient(
    kubeconfig('https://localhost:1'),
    strict,
    {},
  );
  await expect(client.raw('GET', '/version')).rejects.toMatchObject({
    errorCode: 'KUBECONFIG_REFUSED',
  });
  await client.close();
});

it('creates no client from a kubeconfig that is refused', () => {
  const yaml = kubeconfig('https://apps.example.com', { tokenFile: '/x' });
  expect(() => createUploadedClient(yaml, strict, {})).toThrow(/names files/);
});
