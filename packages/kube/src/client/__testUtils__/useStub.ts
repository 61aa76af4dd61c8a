// A stub server and a client for it, for each test of a file.
import { ClientOptions } from '../ClientOptions';
import { createClient } from '../createClient';
import { KubeClient } from '../KubeClient';
import { StubServer } from './StubServer';

/**
 * Starts a server before each test of this file or block, and stops it afterwards.
 * @param options - options of the client; default: those of {@link createClient}.
 */
export function useStub(options: ClientOptions = {}) {
  let stub: StubServer;
  let client: KubeClient;

  beforeEach(async () => {
    stub = await StubServer.start();
    client = createClient(stub.kubeConfig(), options);
  });
  afterEach(async () => {
    await client.close();
    await stub.stop();
  });

  return {
    /** The server of the running test. */
    get stub() {
      return stub;
    },
    /** The client of the running test. */
    get client() {
      return client;
    },
  };
}
