/** The lifecycle of an instance without a browser: order, bind, use, back up, lose, restore, delete. */
import type {
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { toYaml } from '@klutch/bind-api';
import { waitFor } from '@klutch/local-processes';
import { DEVELOPER_NAMESPACE as NAMESPACE } from '../clusters/userRoles';
import { APP_CLUSTER } from '../portal/registerAppCluster';
import type { Kubectl } from '../clusters/kubectl';
import type { Credentials, ServiceUse } from './uses/ServiceUse';

/** Options of {@link runInstanceLifecycle}. */
export interface InstanceLifecycleOptions {
  /** The data service. */
  use: ServiceUse;
  /** REST client of a developer. */
  portal: KlutchClient;
  /** The developer's kubectl on the app cluster. */
  appCluster: Kubectl;
  /** An administrator's kubectl on the app cluster, to approve deletions. */
  administrator: Kubectl;
  /** An administrator's kubectl on the control plane, to verify that nothing is left behind. */
  controlPlane: Kubectl;
  /** Name of the instance; must be free on the app cluster. */
  instance: string;
  /** Receives the result of each step. */
  report: (step: string) => void;
}

const GROUP = 'anynines.com';
const TIMEOUT = '--timeout=120s';

function api(plural: string): string {
  return `${plural}.${GROUP}`;
}

function toError(what: string, body: Schemas['Error']): Error {
  const causes = (body.error.causes ?? [])
    .map(({ field, message }) => `${field ?? ''} ${message}`)
    .join('; ');
  return new Error(`${what}: ${body.error.message} ${causes}`.trim());
}

async function order(
  options: InstanceLifecycleOptions,
  plural: string,
  name: string,
  spec: Record<string, unknown>,
): Promise<void> {
  const ordered = await options.portal.POST('/claims', {
    body: {
      cluster: APP_CLUSTER,
      namespace: NAMESPACE,
      resource: api(plural),
      name,
      spec,
    },
  });
  if (ordered.error) throw toError(`${plural}/${name}`, ordered.error);
}

async function waitForReady(
  options: InstanceLifecycleOptions,
  plural: string,
  name: string,
): Promise<void> {
  await options.appCluster([
    'wait',
    '--namespace',
    NAMESPACE,
    '--for=condition=Ready',
    TIMEOUT,
    `${api(plural)}/${name}`,
  ]);
}

async function reveal(
  options: InstanceLifecycleOptions,
  binding: string,
): Promise<Credentials> {
  const revealed = await options.portal.POST(
    '/claims/{cluster}/{namespace}/{resource}/{name}/reveal',
    {
      params: {
        path: {
          cluster: APP_CLUSTER,
          namespace: NAMESPACE,
          resource: api('servicebindings'),
          name: binding,
        },
      },
    },
  );
  if (revealed.error) throw toError('Credentials', revealed.error);
  return Object.fromEntries(
    revealed.data.fields.map(({ key, value }) => [key, value]),
  );
}

/** Does as an operator what the konnector asks for when many objects of an API are deleted within minutes. */
async function approvePausedDeletion(
  { administrator, report }: InstanceLifecycleOptions,
  plural: string,
): Promise<void> {
  const binding = [
    '--namespace=klutch-bind',
    `apiservicebinding/${api(plural)}`,
  ];
  const reason = await administrator([
    'get',
    ...binding,
    `--output=jsonpath={.status.conditions[?(@.type=="Syncing")].reason}`,
  ]);
  if (reason !== 'DeletionsPaused') return;
  await administrator([
    'annotate',
    '--overwrite',
    ...binding,
    'klutch.anynines.com/approve-deletions=10',
  ]);
  report(`deletions approved, because many ${plural} were deleted lately`);
}

/**
 * Deletes as a user does: through the portal, with the name typed again; returns when the app cluster's object is
 * deleted.
 */
async function remove(
  options: InstanceLifecycleOptions,
  plural: string,
  name: string,
): Promise<void> {
  const deleted = await options.portal.DELETE(
    '/claims/{cluster}/{namespace}/{resource}/{name}',
    {
      params: {
        path: {
          cluster: APP_CLUSTER,
          namespace: NAMESPACE,
          resource: api(plural),
          name,
        },
        query: { confirm: name },
      },
    },
  );
  if (deleted.error) throw toError(`${plural}/${name}`, deleted.error);
  const waitForDeletion = (timeout: string) =>
    options.appCluster([
      'wait',
      '--namespace',
      NAMESPACE,
      '--for=delete',
      timeout,
      `${api(plural)}/${name}`,
    ]);
  try {
    await waitForDeletion('--timeout=15s');
  } catch {
    await approvePausedDeletion(options, plural);
    await waitForDeletion(TIMEOUT);
  }
}

/** Name of the only backup; the restore refers to the backup by this name. */
const backupOf = (instance: string) => `${instance}-backup`;

async function orderAndUse(
  options: InstanceLifecycleOptions,
): Promise<Credentials> {
  const { instance, report, use } = options;
  await order(options, use.plural, instance, {
    service: use.service,
    plan: use.plan,
  });
  report('instance ordered through the portal');
  await waitForReady(options, use.plural, instance);
  report('instance ready, as kubectl on the app cluster sees it');

  const binding = {
    apiVersion: `${GROUP}/v1`,
    kind: 'ServiceBinding',
    metadata: { name: instance, namespace: NAMESPACE },
    spec: { instanceRef: instance, serviceInstanceType: use.type },
  };
  await options.appCluster(['apply', '-f', '-'], toYaml([binding]));
  report('service binding applied with kubectl');
  await options.appCluster([
    'wait',
    '--namespace',
    NAMESPACE,
    '--for=create',
    TIMEOUT,
    `secret/${instance}-creds`,
  ]);
  report('credentials arrived on the app cluster');
  const credentials = await reveal(options, instance);
  await use.write(credentials);
  if (!(await use.has(credentials))) {
    throw new Error('The written entry is missing.');
  }
  report('entry written and read with the revealed credentials');
  return credentials;
}

async function backUpLoseAndRestore(
  options: InstanceLifecycleOptions,
  credentials: Credentials,
): Promise<void> {
  const { instance, report, use } = options;
  const backup = backupOf(instance);
  await order(options, 'backups', backup, {
    instanceRef: instance,
    serviceInstanceType: use.type,
  });
  await waitForReady(options, 'backups', backup);
  report('backup done');
  await use.remove(credentials);
  if (await use.has(credentials)) throw new Error('The entry is still there.');
  report('entry deleted');
  await order(options, 'restores', instance, {
    backupRef: backup,
    serviceInstanceType: use.type,
  });
  await waitForReady(options, 'restores', instance);
  if (!(await use.has(credentials))) {
    throw new Error('The restored instance lacks the entry.');
  }
  report('restored; the entry is back');
}

const isRefused = (use: ServiceUse, credentials: Credentials) =>
  use.has(credentials).then(
    () => false,
    () => true,
  );

async function deleteAll(
  options: InstanceLifecycleOptions,
  credentials: Credentials,
): Promise<void> {
  const { instance, report, use } = options;
  if (use.hasBackups) {
    await remove(options, 'restores', instance);
    await remove(options, 'backups', backupOf(instance));
  }
  await remove(options, 'servicebindings', instance);
  await remove(options, use.plural, instance);
  report('deleted from the app cluster');
  const kinds = [use.plural, 'servicebindings', 'backups', 'restores'];
  const left = await options.controlPlane([
    'get',
    kinds.map(api).join(','),
    '--all-namespaces',
    '--output=name',
  ]);
  if (left.includes(instance)) {
    throw new Error(`Still on the control plane: ${left}`);
  }
  report('deleted from the control plane');
  await waitFor(() => isRefused(use, credentials), {
    what: 'the server is gone',
    timeoutMs: 30_000,
  });
  report('the server is gone');
}

/**
 * Orders an instance, uses it with REST, kubectl and its own client, and deletes all that it created.
 *
 * @throws Error with a readable message at the first step that fails
 */
export async function runInstanceLifecycle(
  options: InstanceLifecycleOptions,
): Promise<void> {
  const credentials = await orderAndUse(options);
  if (options.use.hasBackups) {
    await backUpLoseAndRestore(options, credentials);
  }
  await deleteAll(options, credentials);
}
