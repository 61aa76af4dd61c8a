import { Writable } from 'node:stream';
import {
  MemoryCluster,
  type StoredObject,
} from '../__testUtils__/MemoryCluster';
import { runProgram } from '../__testUtils__/runProgram';
import { version } from '../version';
import { addKonnectorCommands } from './addKonnectorCommands';
import * as konnectorWork from './konnectorWork';
import { waitForKonnector } from './waitForKonnector';

const deploymentId = 'deployments.apps/klutch-bind/konnector';
const podId = 'pods/klutch-bind/konnector-a';
const image = `registry.test/klutch-konnector:${version}`;

/** The pod of the konnector, with what a kubelet says about its container. */
const pod = (reason: string, of = image) =>
  ({
    metadata: { name: 'konnector-a', labels: { app: 'konnector' } },
    spec: { containers: [{ image: of }] },
    status: {
      containerStatuses: [
        { state: { waiting: { reason, message: 'not found' } } },
      ],
    },
  }) satisfies StoredObject;

const ready = {
  observedGeneration: 1,
  updatedReplicas: 2,
  readyReplicas: 2,
};

let cluster: MemoryCluster;
beforeEach(() => {
  cluster = new MemoryCluster();
});

const konnector = (...args: string[]) =>
  runProgram(
    ['konnector', ...args],
    (program, context) =>
      addKonnectorCommands(program, context, async () => ({
        ...konnectorWork,
        waitForKonnector: (parts, client, options) =>
          waitForKonnector(parts, client, { ...options, pollMs: 1 }),
      })),
    async () => ({ client: cluster.client, namespace: 'default' }),
  );

/** What a kubelet and its controllers do when the Deployment is applied. */
const onDeployment = (work: () => void) => {
  cluster.onWrite = write => {
    if (write === `apply ${deploymentId}`) setImmediate(work);
  };
};

const report = (status: object) =>
  cluster.objects.set(deploymentId, {
    ...(cluster.objects.get(deploymentId) as StoredObject),
    status,
  });

it('asks for an image, of which it pins the version', async () => {
  const { error } = await konnector('install');
  expect(error?.message).toMatch(/nobody publishes one.*docker build.*--image/);
  expect(cluster.writes).toEqual([]);
  const pinned = await konnector(
    'install',
    '--image',
    image.split(':')[0] ?? '',
  );
  expect(pinned.error).toBeUndefined();
  expect(JSON.stringify(cluster.objects.get(deploymentId))).toContain(image);
  expect(pinned.stderr).toContain('kubectl klutch doctor');
});

it('remembers the repository of the konnector that is installed', async () => {
  await konnector('install', '--image', 'registry.test:5000/ours:0.0.1');
  expect((await konnector('upgrade')).error).toBeUndefined();
  expect(JSON.stringify(cluster.objects.get(deploymentId))).toContain(
    `"registry.test:5000/ours:${version}"`,
  );
});

it.each([
  [['install'], /migrate konnector --to klutch/],
  [['install', '--image', image], /migrate konnector --to klutch/],
  [['uninstall', '--yes'], /as it was installed/],
])("leaves the reference's konnector alone: %j", async (args, advice) => {
  cluster.objects.set(deploymentId, {
    metadata: { name: 'konnector' },
    spec: { template: { spec: { containers: [{ image: 'reference:v1' }] } } },
  });
  expect((await konnector(...args)).error?.message).toMatch(advice);
  expect(cluster.writes).toEqual([]);
});

it('waits until all pods are ready', async () => {
  onDeployment(() => report(ready));
  const { error, stdout } = await konnector(
    ...['install', '--image', image, '--wait'],
  );
  expect(error).toBeUndefined();
  expect(stdout).toMatch(/deployment\/konnector ready\n$/);
});

it('ends with the next step when the image cannot be pulled', async () => {
  onDeployment(() => cluster.objects.set(podId, pod('ImagePullBackOff')));
  const { error } = await konnector(...['install', '--image', image, '--wait']);
  expect(error?.message).toMatch(
    /does not start: pod konnector-a cannot get the image registry.test.*ImagePullBackOff: not found.*imagePullSecrets.*--image/,
  );
});

it('goes on after a first failure to pull, and beside a pod of a former image', async () => {
  await konnector('install', '--image', image);
  cluster.objects.set(podId, pod('ErrImagePull'));
  cluster.objects.set(`${podId}b`, pod('ImagePullBackOff', 'former:1'));
  const lines: string[] = [];
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      report(ready);
      done();
    },
  });
  await waitForKonnector(
    { stderr: Object.assign(stderr, { isTTY: true }) },
    cluster.client,
    { timeoutMs: 60_000, pollMs: 1 },
  );
  expect(lines).toEqual([
    expect.stringMatching(/^Waiting for the konnector: pod konnector-a/),
  ]);
});

it('says at the timeout what it waited for', async () => {
  onDeployment(() => cluster.objects.set(podId, pod('CrashLoopBackOff')));
  const { error } = await konnector(
    ...['install', '--image', image, '--wait', '--timeout', '0s'],
  );
  expect(error?.message).toMatch(/not started in time: .*--timeout/);
});
