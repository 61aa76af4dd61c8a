/** Shared helpers of the tests with real OpenSearch servers. */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { InstanceOrder } from '../../../host/reports';
import { instanceId } from '../../../testing/host';

/** Stores more than 3 MB. */
export async function fill(secret: Record<string, string>, index: string) {
  const text = randomBytes(60_000).toString('hex');
  for (let id = 0; id < 40; id += 1) {
    await api(secret, 'PUT', `/${index}/_doc/${id}`, { text: id + text });
  }
}

export const orderOf = (
  plan = 'search-single-nano-ssl',
  parameters: Record<string, unknown> = {},
): InstanceOrder => ({
  id: instanceId,
  title: 'orders',
  serviceName: 'a9s-search2',
  planName: plan,
  parameters,
});

/** Folder of an instance under the data folder of a service. */
export const instanceFolder = (dataDir: string, type = 'search') =>
  join(dataDir, type, 'instances', instanceId);

export interface Reply {
  status: number;
  // The answers of the server have many forms.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

const agent = new Agent({ keepAlive: true });

/** A request with the credentials of a binding, and a verified certificate. */
export function api(
  secret: Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
  tls: object = {},
): Promise<Reply> {
  const base = (secret.host ?? '').replace(/^\[|\]$/g, '');
  const content =
    body === undefined || typeof body === 'string'
      ? body
      : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    request(
      `${base}${path}`,
      {
        method,
        ca: secret.cacrt,
        auth: `${secret.username}:${secret.password}`,
        agent,
        headers: content ? { 'content-type': 'application/json' } : {},
        ...tls,
      },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          let parsed: unknown = text;
          try {
            parsed = JSON.parse(text);
          } catch {
            // Some refusals are no JSON.
          }
          resolve({ status: response.statusCode ?? 0, body: parsed });
        });
      },
    )
      .on('error', reject)
      .end(content);
  });
}

/** How many documents match, after all are searchable. */
export async function count(
  secret: Record<string, string>,
  index: string,
  query = '*',
): Promise<number> {
  await api(secret, 'POST', `/${index}/_refresh`);
  const path = `/${index}/_count?q=${encodeURIComponent(query)}`;
  return (await api(secret, 'GET', path)).body.count;
}
