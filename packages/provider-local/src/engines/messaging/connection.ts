/** The credentials of a service binding. */
import { Connection } from '../../host/ServiceEngine';

const host = '127.0.0.1';
const path = '/api';

interface Access {
  amqpPort: number;
  managementPort: number;
  username: string;
  password: string;
  /** The certificate of a plan with TLS. */
  caCertificate?: string;
}

/** Lists are written as provider-anynines formats them. */
const list = (value: string) => `[${value}]`;

export function connectionOf(access: Access): Connection {
  const { amqpPort, managementPort, username, password, caCertificate } =
    access;
  const tls = caCertificate !== undefined;
  const account = `${username}:${password}`;
  const amqp = tls ? 'amqp_ssl' : 'amqp';
  const api = `${tls ? 'https' : 'http'}://${account}@${host}:${managementPort}${path}`;
  const common = {
    host,
    hosts: list(host),
    password,
    ssl: String(tls),
    username,
  };
  const secret = Object.entries({
    [amqp]: {
      ...common,
      port: String(amqpPort),
      uri: `${tls ? 'amqps' : 'amqp'}://${account}@${host}:${amqpPort}`,
    },
    management: {
      ...common,
      ...(tls && { cacrt: caCertificate }),
      path,
      port: String(managementPort),
      uri: api,
      uris: list(api),
    },
  }).flatMap(([protocol, values]) =>
    Object.entries(values).map(([key, value]): [string, string] => [
      `protocols.${protocol}.${key}`,
      value,
    ]),
  );
  return {
    secret: {
      http_api_uri: api,
      http_api_uris: list(api),
      ...Object.fromEntries(secret),
    },
    addresses: [
      { host, port: managementPort, label: 'HTTP API' },
      { host, port: amqpPort, label: tls ? 'AMQP SSL' : 'AMQP' },
      { host, port: managementPort, label: 'Management' },
    ],
  };
}
