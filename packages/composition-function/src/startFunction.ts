/** Serves the function to Crossplane. */
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import { compose } from './compose';
import {
  functionRunnerService,
  type RunFunctionRequest,
  type RunFunctionResponse,
} from './protocol';

/** What the function needs for mutual TLS, in PEM. */
export interface FunctionTls {
  /** Authority of Crossplane's client certificate. */
  ca: string;
  /** Certificate for `127.0.0.1`. */
  cert: string;
  key: string;
}

/** A function that is served. */
export interface RunningFunction {
  /** `127.0.0.1:<port>`: value of `status.endpoint` of the FunctionRevision. */
  readonly endpoint: string;
  /** Ends running requests, and stops. */
  stop(): void;
}

const runFunction: handleUnaryCall<RunFunctionRequest, RunFunctionResponse> = (
  call,
  callback,
) => callback(null, compose(call.request));

/**
 * Serves the function on a free port of the loopback interface; only clients with a certificate of the authority may
 * call.
 */
export async function startFunction(
  tls: FunctionTls,
): Promise<RunningFunction> {
  const server = new Server();
  server.addService(functionRunnerService, { runFunction });
  const credentials = ServerCredentials.createSsl(
    Buffer.from(tls.ca),
    [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }],
    true,
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    endpoint: `127.0.0.1:${port}`,
    stop: () => server.forceShutdown(),
  };
}
