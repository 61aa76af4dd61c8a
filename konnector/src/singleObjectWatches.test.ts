import { core, createLogger, type KubeClient, type Secret } from '@klutch/kube';
import { eventually } from './testing/__testUtils__/clusterSetup';
import { SingleObjectWatches } from './singleObjectWatches';

const key = { namespace: 'klutch-bind', name: 'kubeconfig' };
const ended = new AbortController();
afterAll(() => ended.abort());

it('starts one watch, also when a callback observes the object again', async () => {
  let asked = 0;
  const client = {
    // eslint-disable-next-line require-yield
    async *watch() {
      asked += 1;
      await new Promise(() => undefined);
    },
  } as unknown as KubeClient;
  let calls = 0;
  const watches: SingleObjectWatches<Secret> = new SingleObjectWatches({
    client,
    resource: core.secrets,
    signal: ended.signal,
    logger: createLogger('konnector', { level: 'silent' }),
    changed() {
      calls += 1;
      // Without this limit a defect would cause an endless loop.
      if (calls < 10) watches.observe(key);
    },
  });
  expect(watches.observe(key)).toMatchObject({ known: false });
  expect(calls).toBeGreaterThan(0);
  await eventually('the server is asked', async () => asked > 0);
  expect(asked).toBe(1);
});
