import { core, createLogger, type KubeClient, type Secret } from '@klutch/kube';
import { eventually } from './testing/__testUtils__/clusterSetup';
import { SingleObjectWatches } from './singleObjectWatches';

const key = { namespace: 'klutch-bind', name: 'kubeconfig' };
const ended = new AbortController();
afterAll(() => ended.abort());

it('begins one watch, also for whoever observes the moment it hears of a change', async () => {
  let asked = 0;
  const client = {
    // eslint-disable-next-line require-yield
    async *watch() {
      asked += 1;
      await new Promise(() => undefined);
    },
  } as unknown as KubeClient;
  let heard = 0;
  const watches: SingleObjectWatches<Secret> = new SingleObjectWatches({
    client,
    resource: core.secrets,
    signal: ended.signal,
    logger: createLogger('konnector', { level: 'silent' }),
    changed() {
      heard += 1;
      // Without this bound a defect would never end.
      if (heard < 10) watches.observe(key);
    },
  });
  expect(watches.observe(key)).toMatchObject({ known: false });
  expect(heard).toBeGreaterThan(0);
  await eventually('it asks the server', async () => asked > 0);
  expect(asked).toBe(1);
});
