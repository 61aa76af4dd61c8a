import { LookupAddress } from 'node:dns';
import { createServer, Server } from 'node:https';
import { AddressInfo, LookupFunction } from 'node:net';
import { createClient } from '../client/createClient';
import { loadKubeConfig } from '../client/kubeConfig';
import { ConnectionError } from '../errors';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import {
  base64,
  Certificates,
  createCertificates,
  kubeconfig,
} from './__testUtils__/kubeconfigs';
import { guardedLookup } from './guardedLookup';
import { kubeConfigPolicies } from './KubeConfigPolicy';
import { sanitizeKubeConfig } from './sanitizeKubeConfig';

const { strict } = kubeConfigPolicies;
/** Represents the server's public address; connections to it are routed to this machine. */
const publicAddress = '8.8.8.8';
const loopback = '127.0.0.1';

let certificates: Certificates;
let server: Server;
let connections = 0;

beforeAll(async () => {
  certificates = await createCertificates();
  server = createServer(certificates.server, (_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      // Each request opens a new connection, and with it does a lookup.
      connection: 'close',
    });
    response.end('{"kind":"Namespace","metadata":{"name":"default"}}');
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>(resolve => server.listen(0, loopback, resolve));
});

afterAll(() => new Promise(resolve => server.close(resolve)));
beforeEach(() => {
  connections = 0;
});

/** An attacker's name server, which chooses the response to each query. */
const nameServer =
  (...answers: string[][]): LookupFunction =>
  (_, __, callback) =>
    callback(
      null,
      (answers.shift() ?? []).map(address => ({ address, family: 4 })),
    );

/** Routes the public address to the local server. */
const routed =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      const [first] = found as LookupAddress[];
      const address =
        first?.address === publicAddress ? loopback : first?.address;
      if (error || !address) callback(error, []);
      else if (options.all) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    });

function clientAt(lookup: LookupFunction) {
  const { port } = server.address() as AddressInfo;
  const taken = sanitizeKubeConfig(
    kubeconfig({
      cluster: {
        server: `https://apps.example.com:${port}`,
        'certificate-authority-data': base64(certificates.authority.cert),
      },
      user: { token: 'token' },
    }),
    strict,
  );
  return createClient(loadKubeConfig(taken.kubeconfig), {
    lookup: routed(lookup),
  });
}

const refused = { errorCode: 'KUBECONFIG_REFUSED', failure: 'unreachable' };

it('does not connect to a name that resolves to another address later', async () => {
  const client = clientAt(
    guardedLookup(
      strict,
      nameServer(
        [publicAddress],
        [loopback],
        [publicAddress],
        ['10.0.0.1', loopback],
      ),
    ),
  );
  const get = () => client.get(core.namespaces, { name: 'default' });
  const watch = async () => {
    const events = client.watch(core.namespaces, { resourceVersion: '1' });
    for await (const _ of events) break;
  };
  expect(await get()).toMatchObject({ metadata: { name: 'default' } });
  const error = await rejection(get());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject(refused);
  expect(await get()).toBeDefined();
  expect(await rejection(watch())).toMatchObject(refused);
  expect(connections).toBe(2);
  await client.close();
});

it('connects to no address of a name with one refused address', async () => {
  const client = clientAt(
    guardedLookup(strict, nameServer([publicAddress, loopback])),
  );
  const call = client.get(core.namespaces, { name: 'default' });
  expect(await rejection(call)).toMatchObject(refused);
  expect(connections).toBe(0);
  await client.close();
});

it('would connect without the guard', async () => {
  const client = clientAt(nameServer([loopback]));
  await client.get(core.namespaces, { name: 'default' });
  expect(connections).toBe(1);
  await client.close();
});
