/** Composition functions that run as programs of this machine, registered as Crossplane finds them. */
import { issueCertificate, type KeyPair } from '@klutch/local-processes';
import type { AdminApi } from './adminApi';

/** Certificates for mutual TLS between Crossplane and a function, in PEM. */
export interface FunctionTls {
  /** Authority of Crossplane's client certificate. */
  ca: string;
  /** Certificate for `127.0.0.1`. */
  cert: string;
  key: string;
}

/** A function that is served. */
export interface RunningFunction {
  /** `host:port` of its gRPC server. */
  readonly endpoint: string;
  stop(): void | Promise<void>;
}

export type StartFunction = (tls: FunctionTls) => Promise<RunningFunction>;

const PACKAGES = '/apis/pkg.crossplane.io/v1';

/**
 * Registers a function under the name that Compositions call. Its package is paused, so that Crossplane pulls no
 * image; Crossplane calls the active revision at `status.endpoint`.
 */
async function register(
  admin: AdminApi,
  name: string,
  endpoint: string,
  crossplaneMajor: 1 | 2,
): Promise<void> {
  const apply = (plural: string, kind: string, content: object) =>
    admin.apply(`${PACKAGES}/${plural}`, {
      apiVersion: 'pkg.crossplane.io/v1',
      kind,
      ...content,
    });
  const paused = { 'crossplane.io/paused': 'true' };
  // No such image exists; Crossplane 2 wants a registry and a tag in any case.
  const image = `process.invalid/local/${name}:latest`;
  await apply(`functions/${name}`, 'Function', {
    metadata: { name, annotations: paused },
    spec: { package: image },
  });
  const revision = `${name}-local`;
  await apply(`functionrevisions/${revision}`, 'FunctionRevision', {
    metadata: {
      name: revision,
      annotations: paused,
      labels: { 'pkg.crossplane.io/package': name },
    },
    spec: { desiredState: 'Active', image, revision: 1 },
  });
  await apply(`functionrevisions/${revision}/status`, 'FunctionRevision', {
    metadata: { name: revision },
    status: {
      endpoint,
      // Crossplane 2 calls a function only for what it says that it can; Crossplane 1 does not know the field.
      ...(crossplaneMajor === 2 && { capabilities: ['composition'] }),
    },
  });
}

/** Starts functions with certificates of the authority, and registers them. Throws when one does not start. */
export async function startFunctions(
  admin: AdminApi,
  authority: KeyPair,
  crossplaneMajor: 1 | 2,
  functions: Readonly<Record<string, StartFunction>> = {},
): Promise<RunningFunction[]> {
  const running: RunningFunction[] = [];
  try {
    for (const [name, start] of Object.entries(functions)) {
      const server = await issueCertificate(authority, {
        commonName: name,
        usage: 'server',
        hosts: [{ type: 'ip', value: '127.0.0.1' }],
      });
      const started = await start({ ca: authority.cert, ...server });
      running.push(started);
      await register(admin, name, started.endpoint, crossplaneMajor);
    }
  } catch (error) {
    await Promise.all(running.map(one => one.stop()));
    throw error;
  }
  return running;
}
