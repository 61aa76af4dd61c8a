import {
  ApiError,
  type KubeClient,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import type { ControlPlane } from '../../clusters/ControlPlane';
import type { Person } from '../../identity/Caller';
import {
  json,
  startHttpServer,
  type HttpServer,
} from '../__testUtils__/httpServer';
import { readPackageUpdates } from './readPackageUpdates';

const refused = new ApiError({ code: 403, reason: 'Forbidden', message: '' });
const person = {
  kubernetes: { user: 'klutch:oscar', groups: [] },
} as unknown as Person;

let registry: HttpServer;
let host: string;

beforeAll(async () => {
  registry = await startHttpServer(
    json({ tags: ['v1.0.0', 'v1.1.0', 'v2.0.0'] }),
  );
  host = new URL(registry.url).host;
});
afterAll(() => registry.close());

const packageOf = (kind: string, name: string, spec: object): Unstructured => ({
  apiVersion: 'pkg.crossplane.io/v1',
  kind,
  metadata: { name },
  spec: { ...spec },
});

const read = (lock: Unstructured | Error) => {
  const lists: Record<string, Unstructured[]> = {
    providers: [
      packageOf('Provider', 'new', { package: `${host}/acme/x:v2.0.0` }),
      packageOf('Provider', 'digest', { package: `${host}/acme/x@sha256:1` }),
    ],
    functions: [
      packageOf('Function', 'f', {
        package: `${host}/acme/f:v1.0.0`,
        revisionActivationPolicy: 'Manual',
      }),
      packageOf('Function', 'g', { package: 'acme/f:v1.0.0' }),
    ],
    configurations: [
      packageOf('Configuration', 'c', { package: 'other.io/acme/c:v1.0.0' }),
    ],
  };
  const client = {
    list: async ({ plural }: Resource) => ({ items: lists[plural] ?? [] }),
    get: async () => {
      if (lock instanceof Error) throw lock;
      return lock;
    },
  };
  const controlPlane = {
    client: { as: () => client } as unknown as KubeClient,
  } as unknown as ControlPlane;
  return readPackageUpdates({ controlPlane, registries: [host] }, person);
};

it('says for each package which update exists and what it would do', async () => {
  const updates = await read({
    apiVersion: 'pkg.crossplane.io/v1beta1',
    kind: 'Lock',
    metadata: { name: 'lock' },
    packages: [
      {
        source: 'acme/services',
        dependencies: [{ package: `${host}/acme/f`, constraints: '<v2' }],
      },
    ],
  });
  expect(
    updates.map(({ name, reason, state }) => `${name} ${state} ${reason}`),
  ).toEqual([
    'digest unknown UpdateWithoutVersion',
    'new current UpdateNone',
    'f available UpdateAvailable',
    'g unknown UpdateRegistryUnknown',
    'c unknown UpdateRegistryNotAllowed',
  ]);
  const dependent = { package: 'acme/services', constraint: '<v2' };
  expect(updates[2]).toMatchObject({
    package: `${host}/acme/f`,
    version: 'v1.0.0',
    activation: 'Manual',
    params: { version: 'v2.0.0' },
    versions: [
      { version: 'v1.1.0', change: 'minor', excludedBy: [] },
      { version: 'v2.0.0', change: 'major', excludedBy: [dependent] },
    ],
    usedBy: [{ kind: 'Package', name: 'acme/services' }],
  });
});

it('knows versions also where the Lock may not be read', async () => {
  const [, , update] = await read(refused);
  expect(update).toMatchObject({ state: 'available', usedBy: [] });
});
