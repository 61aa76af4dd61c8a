/** Shared helpers of the tests with real servers. */
import { readFile, readdir, readlink } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { ChannelModel, connect } from 'amqplib';
import { ServiceHost } from '../../../host/ServiceHost';
import { InstanceOrder } from '../../../host/reports';
import { ServiceEngine } from '../../../host/ServiceEngine';
import { instanceId, openEngine } from '../../../testing/host';
import { messaging } from '../engine';
import { Plan } from '../plans';
import { MessagingPrograms } from '../programs';

type Secret = Record<string, string>;

/** With plans of so few connections and so little storage that a test uses all of it quickly. */
export const openService = (
  dataDir: string,
  programs: MessagingPrograms,
  limits: Partial<Plan>,
  faults: unknown[],
): Promise<ServiceHost> =>
  openEngine(
    {
      ...messaging,
      findPrograms: async () => programs,
      offers: messaging.offers.map(offer => ({
        ...offer,
        plans: offer.plans.map(plan =>
          plan.name.includes('nano') ? { ...plan, ...limits } : plan,
        ),
      })),
    } as ServiceEngine,
    dataDir,
    faults,
  );

/** An order of RabbitMQ 3.10. */
export const orderOf = (
  plan = 'nano-ssl',
  parameters: Record<string, unknown> = {},
  id = instanceId,
): InstanceOrder => ({
  id,
  title: 'orders',
  serviceName: 'a9s-messaging310',
  planName: `messaging-single-${plan}`,
  parameters,
});

/** Folder of an instance under the data folder of a service. */
export const instanceFolder = (dataDir: string, id = instanceId) =>
  join(dataDir, 'messaging', 'instances', id);

interface InstanceRecord {
  adminPassword: string;
  bindingKey: string;
  caCertificate?: string;
  ports: Record<string, number>;
}

export const readInstanceRecord = async (
  dataDir: string,
): Promise<InstanceRecord> =>
  JSON.parse(
    await readFile(join(instanceFolder(dataDir), 'instance.json'), 'utf8'),
  );

/** Connects as applications do, with a verified certificate. */
export async function connectAmqp(secret: Secret): Promise<ChannelModel> {
  const uri =
    secret['protocols.amqp_ssl.uri'] ?? secret['protocols.amqp.uri'] ?? '';
  const authority = secret['protocols.management.cacrt'];
  const connection = await connect(
    uri,
    authority ? { ca: [Buffer.from(authority)] } : {},
  );
  // Sessions that the server ends; the tests await `close`.
  connection.on('error', () => {});
  return connection;
}

/** Calls the management API with the credentials of a binding. */
export function callApi<Value>(
  secret: Secret,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<{ status: number; value: Value }> {
  const url = new URL(`${secret['protocols.management.uri']}${path}`);
  const options = {
    method,
    ca: secret['protocols.management.cacrt'],
    agent: false as const,
    headers: { 'content-type': 'application/json' },
  };
  return new Promise((resolve, reject) => {
    (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options)
      .on('error', reject)
      .on('response', response => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', chunk => {
            text += chunk;
          })
          .on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              value: /^[[{]/.test(text) ? JSON.parse(text) : text,
            }),
          );
      })
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The addresses on which a process of Linux listens, such as `127.0.0.1:5671`. */
export async function listeningAddresses(pid: number): Promise<string[]> {
  const descriptors = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(descriptors)).map(name =>
      readlink(join(descriptors, name)).catch(() => ''),
    ),
  );
  const inodes = new Set(
    links.flatMap(link => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []),
  );
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map(name => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
  );
  return tables
    .flatMap(table => table.split('\n').slice(1))
    .map(line => line.trim().split(/\s+/))
    .filter(fields => fields[3] === '0A' && inodes.has(fields[9] ?? ''))
    .map(([, local = '']) => {
      const [address = '', port = ''] = local.split(':');
      const bytes = address.match(/../g) ?? [];
      const ip =
        bytes.length === 4
          ? bytes
              .toReversed()
              .map(byte => Number.parseInt(byte, 16))
              .join('.')
          : address.replace('00000000000000000000000001000000', '::1');
      return `${ip}:${Number.parseInt(port, 16)}`;
    });
}
