import { core } from '../resources';
import { eventually } from '../testing/eventually';
import {
  answerObject,
  answerStatus,
  StubServer,
} from './__testUtils__/StubServer';
import { useExecPlugin } from './__testUtils__/useExecPlugin';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';

const program = useExecPlugin();
const key = { namespace: 'team-a', name: 'a' };
let stub: StubServer;
let client: KubeClient;

beforeEach(async () => {
  stub = await StubServer.start();
  client = createClient(stub.kubeConfig({ exec: program.exec() }), {
    policy: { exec: 'allow' },
  });
});
afterEach(async () => {
  await client.close();
  await stub.stop();
});

/** A request that waits for the exec program. */
async function waitingRequest(): Promise<{ request: Promise<unknown> }> {
  const runsBefore = (await program.runs()).length;
  const request = client.get(core.secrets, key);
  request.catch(() => undefined);
  await eventually(
    'the program runs',
    async () => (await program.runs()).length > runsBefore,
  );
  return { request };
}

describe('a request that waits for credentials while the kubeconfig is replaced', () => {
  it('continues with the new one when the old one has no credentials', async () => {
    await program.block('exit 1');
    const { request } = await waitingRequest();
    await client.reconnect(stub.kubeConfig({ token: 'new' }));
    await program.unblock();
    expect(await request).toBeDefined();
  });

  it('does not send the old credentials to the new server', async () => {
    const other = await StubServer.start();
    const seen: (string | undefined)[] = [];
    other.answer = (incoming, response) => {
      seen.push(incoming.headers.authorization);
      answerObject(incoming, response);
    };
    await program.block(`echo '{"status":{"token":"token-of-the-old"}}'`);
    const { request } = await waitingRequest();
    await client.reconnect(other.kubeConfig({ token: 'token-of-the-new' }));
    await program.unblock();
    await request;
    expect(seen).toEqual(['Bearer token-of-the-new']);
    expect(stub.requests).toEqual([]);
    await client.close();
    await other.stop();
  });

  it('is retried with the new one when the old one was refused and cannot be renewed', async () => {
    await program.answer({ token: 'old' });
    stub.answer = (incoming, response) =>
      incoming.headers.authorization === 'Bearer new'
        ? answerObject(incoming, response)
        : answerStatus(response, 401, 'Unauthorized');
    await expect(client.get(core.secrets, key)).rejects.toThrow();
    await program.block('exit 1');
    const { request } = await waitingRequest();
    await client.reconnect(stub.kubeConfig({ token: 'new' }));
    await program.unblock();
    expect(await request).toBeDefined();
  });
});

it('a closed client rejects requests that wait for credentials', async () => {
  await program.block('exit 1');
  const { request } = await waitingRequest();
  const closed = client.close();
  await program.unblock();
  await expect(request).rejects.toMatchObject({ failure: 'closed' });
  await closed;
});
