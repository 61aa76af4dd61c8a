import { once } from 'node:events';
import { connect } from 'node:tls';
import { waitFor } from '@klutch/local-processes';
import { callSearchEngine } from './searchEngine';
import type { Credentials, ServiceUse } from './ServiceUse';

async function has(credentials: Credentials): Promise<boolean> {
  const url = `${credentials.host}/logs-*/_count?q=message:checkout`;
  const { body } = await callSearchEngine(credentials, { url });
  return (body.count ?? 0) > 0;
}

export const logme2: ServiceUse = {
  type: 'logme2',
  plural: 'logme2instances',
  service: 'a9s-logme2',
  plan: 'logme-single-small-ssl',
  hasBackups: true,
  async write(credentials) {
    const drain = new URL(credentials.syslog_drain_url ?? '');
    const socket = connect({
      host: drain.hostname,
      port: Number(drain.port),
      ca: credentials.cacrt,
    });
    await once(socket, 'secureConnect');
    const time = new Date().toISOString();
    socket.end(`<14>1 ${time} app-host shop 1 - - checkout done\n`).resume();
    await once(socket, 'close');
    await waitFor(() => has(credentials), {
      what: 'the log line can be searched',
      timeoutMs: 30_000,
      intervalMs: 200,
    });
  },
  has,
  async remove(credentials) {
    await callSearchEngine(credentials, {
      url: `${credentials.host}/logs-*`,
      method: 'DELETE',
    });
  },
};
