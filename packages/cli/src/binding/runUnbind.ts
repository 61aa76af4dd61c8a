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
import { requireConsent, type CommandContext } from '../CommandContext';
import { parseDuration } from '../duration';
import { withProgress } from '../progress';

/** Flags of `unbind`. */
export interface UnbindFlags {
  yes?: boolean;
  wait: boolean;
  timeout: string;
}

const { appClusterNamespace: namespace } = names;
const pollMs = 500;

async function requireBound(
  client: KubeClient,
  apis: readonly string[],
): Promise<void> {
  const { items } = await client.list(bindResources.bindings, { namespace });
  const bound = items.map(({ metadata }) => metadata.name ?? '');
  const unknown = apis.find(api => !bound.includes(api));
  if (unknown === undefined) return;
  throw new Error(
    `"${unknown}" is not bound. Bound are: ${bound.join(', ') || 'no APIs'}.`,
  );
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
    flags.yes,
    `Unbind ${apis.join(', ')}? Their objects are no longer synced; data on the control plane stays.`,
    'Nothing was unbound. Add --yes to unbind.',
  );
  for (const api of apis) {
    const name = apiName(parseApiName(api));
    await client.delete(bindResources.bindings, { namespace, name });
    if (!flags.wait) {
      context.stdout.write(`${name} is being unbound\n`);
      continue;
    }
    await withProgress(
      context.stderr,
      `Waiting for the konnector to unbind ${name}`,
      waitUntilGone(context, client, name, deadline),
    );
    // Only now: the konnector needs them to release the objects.
    const { metadata } = konnectorApiRole(parseApiName(api), []);
    await client.delete(core.clusterRoles, { name: metadata.name ?? '' });
    context.stdout.write(`${name} unbound\n`);
  }
}
