/** `unbind`: deletes bindings, and waits until the konnector has released their objects. */
import {
  apiName,
  bindResources,
  konnectorApiRole,
  names,
  parseApiName,
} from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { setTimeout as delay } from 'node:timers/promises';
import { listBindings } from '../cluster/listBindings';
import { requireConsent, type CommandContext } from '../CommandContext';
import { parseDuration } from '../duration';
import { dryRunSuffix, type DryRun } from '../output/dryRunOption';
import { withProgress } from '../progress';

/** Flags of `unbind`. */
export interface UnbindFlags {
  dryRun: DryRun;
  yes?: boolean;
  wait: boolean;
  timeout: string;
}

const { appClusterNamespace: namespace } = names;
const pollMs = 500;

/** The konnector's ClusterRole for the API. */
const roleKey = (api: string) => ({
  name: konnectorApiRole(parseApiName(api), []).metadata.name ?? '',
});

/** An API without a binding passes if its rights are left, as after an interruption. */
async function requireBound(
  client: KubeClient,
  apis: readonly string[],
): Promise<void> {
  const bindings = await listBindings(client);
  const bound = bindings.map(({ metadata }) => metadata.name ?? '');
  for (const api of apis) {
    if (bound.includes(api)) continue;
    if (await client.get(core.clusterRoles, roleKey(api))) continue;
    throw new Error(
      `"${api}" is not bound. Bound are: ${bound.join(', ') || 'no APIs'}.`,
    );
  }
}

async function waitUntilGone(
  { signal }: CommandContext,
  client: KubeClient,
  name: string,
  deadline: number,
): Promise<void> {
  while (await client.get(bindResources.bindings, { namespace, name })) {
    if (Date.now() >= deadline) {
      throw new Error(
        `${name} is being unbound, but the konnector has not finished. Check that it runs with "kubectl -n ${namespace} get pods" and "kubectl klutch status"; the unbinding continues by itself.`,
      );
    }
    await delay(pollMs, undefined, { signal });
  }
}

/** What would be deleted, checked by the API server with `server`. */
async function dryRun(
  { stdout }: CommandContext,
  client: KubeClient,
  name: string,
  { dryRun: strategy }: UnbindFlags,
): Promise<void> {
  if (strategy === 'server') {
    const options = { dryRun: true };
    await client.delete(bindResources.bindings, { namespace, name }, options);
    await client.delete(core.clusterRoles, roleKey(name), options);
  }
  stdout.write(`${name} unbound${dryRunSuffix[strategy]}\n`);
}

/**
 * Deletes the bindings, one after the other, and the konnector's rights on each API when its binding is gone.
 *
 * @throws Error when an API is not bound, or the konnector does not finish in time
 */
export async function runUnbind(
  context: CommandContext,
  client: KubeClient,
  apis: readonly string[],
  flags: UnbindFlags,
): Promise<void> {
  const deadline = Date.now() + parseDuration(flags.timeout);
  await requireBound(client, apis);
  await requireConsent(
    context,
    flags.yes || flags.dryRun !== 'none',
    `Unbind ${apis.join(', ')}? Their objects are no longer synced; data on the control plane stays.`,
    'Nothing was unbound. Add --yes to unbind.',
  );
  for (const api of apis) {
    const name = apiName(parseApiName(api));
    if (flags.dryRun !== 'none') {
      await dryRun(context, client, name, flags);
      continue;
    }
    await client.delete(bindResources.bindings, { namespace, name });
    if (!flags.wait) {
      context.stdout.write(
        `${name} is being unbound. Run the command again to remove the konnector's rights on it.\n`,
      );
      continue;
    }
    await withProgress(
      context.stderr,
      `Waiting for the konnector to unbind ${name}`,
      waitUntilGone(context, client, name, deadline),
    );
    // Only now: the konnector needs them to release the objects.
    await client.delete(core.clusterRoles, roleKey(api));
    context.stdout.write(`${name} unbound\n`);
  }
}
