/** The lifecycle of an instance without a browser: order, bind, write, back up, lose, restore, delete. */
import { setTimeout as delay } from 'node:timers/promises';
import type {
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { Client } from 'pg';
import { stringify } from 'yaml';
import { DEVELOPER_NAMESPACE as NAMESPACE } from '../clusters/userRoles';
import { APP_CLUSTER } from '../portal/registerAppCluster';
import type { Kubectl } from '../clusters/kubectl';

/** Options of {@link runInstanceLifecycle}. */
export interface InstanceLifecycleOptions {
  /** REST client of a developer. */
  portal: KlutchClient;
  /** The developer's kubectl on the app cluster. */
  appCluster: Kubectl;
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
): Promise<Record<string, string>> {
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

async function query(uri: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: uri });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function isConnectionRefused(uri: string): Promise<boolean> {
  try {
    await query(uri, 'SELECT 1');
    return false;
  } catch {
    return true;
  }
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
  await options.appCluster([
    'wait',
    '--namespace',
    NAMESPACE,
    '--for=delete',
    TIMEOUT,
    `${api(plural)}/${name}`,
  ]);
}

/** Name of the only backup; the restore refers to the backup by this name. */
const backupOf = (instance: string) => `${instance}-backup`;

async function orderAndConnect(
  options: InstanceLifecycleOptions,
): Promise<string> {
  const { instance, report } = options;
  await order(options, 'postgresqlinstances', instance, {
    service: 'a9s-postgresql15',
    plan: 'postgresql-single-nano',
  });
  report('instance ordered through the portal');
  await waitForReady(options, 'postgresqlinstances', instance);
  report('instance ready, as kubectl on the app cluster sees it');

  const binding = {
    apiVersion: `${GROUP}/v1`,
    kind: 'ServiceBinding',
    metadata: { name: instance, namespace: NAMESPACE },
    spec: { instanceRef: instance, serviceInstanceType: 'postgresql' },
  };
  await options.appCluster(['apply', '-f', '-'], stringify(binding));
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
  const { uri } = await reveal(options, instance);
  if (!uri) throw new Error('The credentials have no uri.');
  await query(uri, 'CREATE TABLE orders (id int PRIMARY KEY, item text)');
  await query(uri, `INSERT INTO orders VALUES (1, 'first order')`);
  const rows = await query(uri, 'SELECT item FROM orders');
  if (rows.length !== 1) throw new Error('The written row is missing.');
  report('row written and read with the revealed credentials');
  return uri;
}

async function backUpLoseAndRestore(
  options: InstanceLifecycleOptions,
  uri: string,
): Promise<void> {
  const { instance, report } = options;
  const backup = backupOf(instance);
  await order(options, 'backups', backup, {
    instanceRef: instance,
    serviceInstanceType: 'postgresql',
  });
  await waitForReady(options, 'backups', backup);
  report('backup done');
  await query(uri, 'DELETE FROM orders');
  report('row deleted');
  await order(options, 'restores', instance, {
    backupRef: backup,
    serviceInstanceType: 'postgresql',
  });
  await waitForReady(options, 'restores', instance);
  const rows = await query(uri, 'SELECT item FROM orders');
  if (rows.length !== 1)
    throw new Error('The restored database lacks the row.');
  report('restored; the row is back');
}

async function deleteAll(
  options: InstanceLifecycleOptions,
  uri: string,
): Promise<void> {
  const { instance, report } = options;
  await remove(options, 'restores', instance);
  await remove(options, 'backups', backupOf(instance));
  await remove(options, 'servicebindings', instance);
  await remove(options, 'postgresqlinstances', instance);
  report('deleted from the app cluster');
  const kinds = [
    'postgresqlinstances',
    'servicebindings',
    'backups',
    'restores',
  ];
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
  for (let tries = 0; !(await isConnectionRefused(uri)); tries++) {
    if (tries === 60) throw new Error('PostgreSQL still accepts connections.');
    await delay(500);
  }
  report('deleted from PostgreSQL');
}

/**
 * Orders an instance, uses it with REST and kubectl, and deletes all that it created.
 *
 * @throws Error with a readable message at the first step that fails
 */
export async function runInstanceLifecycle(
  options: InstanceLifecycleOptions,
): Promise<void> {
  const uri = await orderAndConnect(options);
  await backUpLoseAndRestore(options, uri);
  await deleteAll(options, uri);
}
