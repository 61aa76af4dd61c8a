/** The steps of a change of the konnector. Each finds what it needs on the cluster, so it may be repeated. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  conditionTypes,
  getCondition,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { unbindFinalizer } from '@klutch/konnector';
import { core, type KubeClient } from '@klutch/kube';
import { fieldManager } from '../cluster/fieldManager';
import type { CommandContext } from '../CommandContext';
import {
  applyObjects,
  deleteObjects,
  manifestName,
  type Manifest,
} from '../konnector/applyObjects';
import { installKonnector } from '../konnector/installKonnector';
import { deployments, konnectorKey } from '../konnector/konnectorDeployment';
import { konnectorImageName, requireImage } from '../konnector/konnectorImage';
import { konnectorObjects } from '../konnector/konnectorObjects';
import {
  problemText,
  readKonnectorPods,
  rolloutProblem,
} from '../konnector/konnectorPods';
import { withProgress } from '../progress';
import {
  keptDeployment,
  keptKey,
  restoredDeployment,
  runningPart,
} from './deployments';
import {
  bindingRoles,
  boundAppCluster,
  formatRemoval,
  konnectorLease,
  removeLeftovers,
} from './konnectorPackage';
import type { Step } from './planSteps';

/** What steps need. */
interface StepContext {
  context: CommandContext;
  client: KubeClient;
  /** Image of our konnector, for its installation. */
  image?: string;
  /** Time in milliseconds since the epoch when waiting ends. */
  deadline: number;
}

const pollMs = 500;

/** ClusterRole of the reference's konnector, with all rights, and its binding. */
const referenceRole = 'klutch-bind-konnector';

const print = ({ context }: StepContext, line: string) =>
  context.stdout.write(`${line}\n`);

/** @param problem - why to go on waiting; undefined ends the wait */
async function waitUntil(
  { context, deadline }: StepContext,
  what: string,
  problem: () => Promise<string | undefined>,
): Promise<void> {
  const poll = async () => {
    for (;;) {
      const found = await problem();
      if (found === undefined) return;
      if (Date.now() >= deadline) {
        throw new Error(
          `Waiting timed out, because ${found}. Run the command again to go on; --timeout allows more time.`,
        );
      }
      await delay(pollMs, undefined, { signal: context.signal });
    }
  };
  await withProgress(context.stderr, what, poll());
}

async function keep(step: StepContext): Promise<void> {
  const found = await step.client.get(deployments, konnectorKey);
  if (!found) return;
  await step.client.create(deployments, keptDeployment(found), {
    fieldManager,
  });
  print(step, `deployment/${keptKey.name} created`);
}

async function stop(step: StepContext): Promise<void> {
  const { client } = step;
  const found = await client.get(deployments, konnectorKey);
  if (!found) return;
  const patch = { spec: { replicas: 0 } };
  await client.mergePatch(deployments, konnectorKey, patch, { fieldManager });
  await waitUntil(step, 'Waiting for the konnector to stop', async () => {
    const running = await runningPart(client, found);
    return running && `the konnector has not stopped, there is ${running}`;
  });
  print(step, 'deployment/konnector stopped');
}

async function replace(step: StepContext): Promise<void> {
  await step.client.delete(deployments, konnectorKey);
  print(step, 'deployment/konnector deleted');
}

/** The Deployment is applied last: with it, everything that it needs is there. */
async function install(step: StepContext): Promise<void> {
  const { client, context, image } = step;
  const { roles, problems } = await withProgress(
    context.stderr,
    'Reading the permission claims of the bindings',
    bindingRoles(boundAppCluster(client)),
  );
  for (const problem of problems) context.stderr.write(`${problem}\n`);
  const manifests = roles as object[] as Manifest[];
  await applyObjects(client, manifests, {
    onDone: object => print(step, `${manifestName(object)} applied`),
  });
  await installKonnector(client, requireImage({ image }), {
    print: line => context.stdout.write(line),
  });
}

/** The finalizer shows that our konnector serves the binding; its conditions may be older. */
const isServed = ({ metadata, status }: APIServiceBinding): boolean =>
  metadata.finalizers?.includes(unbindFinalizer) === true &&
  getCondition(status?.conditions, conditionTypes.ready)?.status === 'True';

/** @throws Error when our konnector will not start, while that of the reference is kept */
async function requireStarting({ client, context }: StepContext) {
  const running = await client.get(deployments, konnectorKey);
  const found = await readKonnectorPods(client, context.signal);
  const problem = running && rolloutProblem(running, found);
  if (!problem?.isFinal) return;
  throw new Error(
    `Nothing is synced, because our konnector does not start: ${problemText(problem)} The reference's comes back with "kubectl klutch migrate konnector --to reference".`,
  );
}

async function waitForBindings(step: StepContext): Promise<void> {
  const { readBindings } = boundAppCluster(step.client);
  await waitUntil(step, 'Waiting for the bindings', async () => {
    await requireStarting(step);
    const { bindings } = await readBindings();
    const unready = bindings
      .filter(binding => !isServed(binding))
      .map(({ metadata }) => metadata.name);
    return unready.length > 0
      ? `these bindings are not ready: ${unready.join(', ')}. See "kubectl klutch status"`
      : undefined;
  });
  print(step, 'all bindings are ready');
}

async function deleteOld(step: StepContext): Promise<void> {
  const { client } = step;
  await client.delete(deployments, keptKey);
  await client.delete(core.clusterRoleBindings, { name: referenceRole });
  await client.delete(core.clusterRoles, { name: referenceRole });
  print(step, `deployment/${keptKey.name} and its role deleted`);
}

async function clean(step: StepContext): Promise<void> {
  const cluster = boundAppCluster(step.client);
  const found = await removeLeftovers(cluster, konnectorLease);
  for (const line of formatRemoval(found)) print(step, line);
}

/** The reference's konnector uses the same namespace, CRD and service account. */
const sharedKinds = ['Namespace', 'CustomResourceDefinition', 'ServiceAccount'];

async function remove(step: StepContext): Promise<void> {
  const own = konnectorObjects(konnectorImageName)
    .filter(({ kind }) => !sharedKinds.includes(kind))
    .reverse();
  await deleteObjects(step.client, own, {
    onDone: object => print(step, `${manifestName(object)} deleted`),
  });
}

async function restore(step: StepContext): Promise<void> {
  const { client } = step;
  const kept = await client.get(deployments, keptKey);
  if (!kept) return;
  await client.apply(deployments, restoredDeployment(kept), {
    fieldManager,
    force: true,
  });
  print(step, 'deployment/konnector applied');
}

async function forget(step: StepContext): Promise<void> {
  await step.client.delete(deployments, keptKey);
  print(step, `deployment/${keptKey.name} deleted`);
}

/** What each step does. */
export const konnectorSteps: Record<
  Step,
  (step: StepContext) => Promise<void>
> = {
  keep,
  stop,
  replace,
  install,
  wait: waitForBindings,
  deleteOld,
  clean,
  remove,
  restore,
  forget,
};
