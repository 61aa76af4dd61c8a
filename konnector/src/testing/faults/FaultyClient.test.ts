import { core, type KubeClient, type WatchEvent } from '@klutch/kube';
import { FaultyClient, isWrite, type Call, type Faults } from './FaultyClient';

const guard = {
  check: () => undefined,
  signal: new AbortController().signal,
};
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'n', name: 'a' },
};
const bookmark: WatchEvent = {
  type: 'BOOKMARK',
  object: { ...secret, metadata: { resourceVersion: '1' } },
};

/** A server with one secret that records requests. */
function fixture(faults: Faults) {
  const sent: string[] = [];
  const answering = (what: string) => async () => {
    sent.push(what);
    return secret;
  };
  const real = {
    get: answering('get'),
    create: answering('create'),
    apply: answering('apply'),
    mergePatch: answering('patch'),
    delete: async () => 'deleted',
    async *watch() {
      yield bookmark;
      yield bookmark;
    },
    guarded: () => real,
    as: () => real,
  } as unknown as KubeClient;
  return { sent, client: new FaultyClient(real, faults) };
}

const key = { namespace: 'n', name: 'a' };
const manager = { fieldManager: 'm' };

describe('FaultyClient', () => {
  it('sends nothing when the fault comes before', async () => {
    const { client, sent } = fixture({
      before: () => {
        throw new Error('cut');
      },
    });
    await expect(client.create(core.secrets, secret)).rejects.toThrow('cut');
    expect(sent).toEqual([]);
  });

  it('has sent the request when the fault replaces the answer', async () => {
    const { client, sent } = fixture({
      answer: () => {
        throw new Error('cut');
      },
    });
    await expect(client.create(core.secrets, secret)).rejects.toThrow('cut');
    expect(sent).toEqual(['create']);
  });

  it('calls back for a failed request, and may replace the error', async () => {
    const { client } = fixture({
      before: () => {
        throw new Error('not sent');
      },
      failed: () => {
        throw new Error('cut');
      },
    });
    await expect(client.create(core.secrets, secret)).rejects.toThrow(
      'not sent',
    );
    const failing = new FaultyClient(
      {
        get: async () => {
          throw new Error('refused');
        },
      } as unknown as KubeClient,
      {
        failed: () => {
          throw new Error('cut');
        },
      },
    );
    await expect(failing.get(core.secrets, key)).rejects.toThrow('cut');
  });

  it('may replace the answer of the server', async () => {
    const { client } = fixture({ answer: (_call, answer) => answer });
    const faults: Faults = { answer: () => undefined as never };
    expect(await client.get(core.secrets, key)).toEqual(secret);
    expect(await fixture(faults).client.get(core.secrets, key)).toBeUndefined();
  });

  it('passes each call with verb, object and body, also on derived clients', async () => {
    const calls: Call[] = [];
    const { client } = fixture({
      before: call => {
        calls.push(call);
      },
    });
    await client.apply(core.secrets, secret, manager);
    await client
      .guarded(guard)
      .mergePatch(core.secrets, key, { data: {} }, { subresource: 'status' });
    await client.as({ user: 'u', groups: [] }).delete(core.secrets, key);
    await client.get(core.secrets, key);
    expect(calls).toEqual([
      { verb: 'apply', resource: 'secrets', ...key, body: secret },
      {
        verb: 'patch',
        resource: 'secrets',
        subresource: 'status',
        ...key,
        body: { data: {} },
      },
      { verb: 'delete', resource: 'secrets', ...key },
      { verb: 'get', resource: 'secrets', ...key },
    ]);
    expect(calls.map(isWrite)).toEqual([true, true, true, false]);
  });

  it('passes every event of a watch, and may end it', async () => {
    let events = 0;
    const { client } = fixture({
      answer(_call, event) {
        events += 1;
        if (events > 1) throw new Error('cut');
        return event;
      },
    });
    const seen: unknown[] = [];
    const read = async () => {
      for await (const event of client.watch(core.secrets, {})) {
        seen.push(event);
      }
    };
    await expect(read()).rejects.toThrow('cut');
    expect(seen).toEqual([bookmark]);
  });

  it('uses a fault that is replaced at run time', async () => {
    const faults: Faults = {};
    const { client, sent } = fixture(faults);
    await client.create(core.secrets, secret);
    faults.before = () => {
      throw new Error('cut');
    };
    await expect(client.create(core.secrets, secret)).rejects.toThrow('cut');
    expect(sent).toEqual(['create']);
  });
});
