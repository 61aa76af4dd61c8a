import { Agent, request } from 'undici';
import { parse } from 'yaml';

/** Calls the API server as the user of a kubeconfig. */
export async function callApi(
  kubeconfig: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ status: number; body: { [field: string]: unknown } }> {
  const config = parse(kubeconfig);
  const decode = (data: string) => Buffer.from(data, 'base64').toString();
  const { user } = config.users[0];
  const { cluster } = config.clusters[0];
  const dispatcher = new Agent({
    connect: {
      ca: decode(cluster['certificate-authority-data']),
      cert: decode(user['client-certificate-data']),
      key: decode(user['client-key-data']),
    },
  });
  try {
    const response = await request(new URL(path, cluster.server), {
      method,
      dispatcher,
      body: body && JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return {
      status: response.statusCode,
      body: (await response.body.json()) as { [field: string]: unknown },
    };
  } finally {
    await dispatcher.destroy();
  }
}
