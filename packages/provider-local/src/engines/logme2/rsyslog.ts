/** The configuration of the log receiver. Pure functions. */

/** Ports on which the receiver listens; plain ones only where the user chose a port. */
export interface ReceiverPorts {
  udp?: number;
  tcp?: number;
  tls: number;
}

export interface ReceiverOptions {
  ports: ReceiverPorts;
  tls: {
    authority: string;
    certificate: string;
    privateKey: string;
    minVersion: string;
    maxVersion: string;
    ciphers?: string;
  };
  /** The search engine, and the certificate that the receiver shows it. */
  target: {
    port: number;
    authority: string;
    certificate: string;
    privateKey: string;
  };
  /** Where messages wait on disk. */
  folder: string;
}

/** Indices of logs are named by the day on which the logs were received. */
export const indexPrefix = 'logs-';

const quote = (value: string | number) =>
  `"${String(value).replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;

const statement = (
  kind: string,
  parameters: Record<string, string | number>,
): string =>
  `${kind}(${Object.entries(parameters)
    .map(([name, value]) => `${name}=${quote(value)}`)
    .join(' ')})`;

/** Commands of OpenSSL's configuration. Those of TLS 1.3 have names of their own. */
function opensslCommands({
  minVersion,
  maxVersion,
  ciphers = '',
}: ReceiverOptions['tls']): string {
  const names = ciphers.split(':').filter(Boolean);
  const suites = names.filter(name => name.startsWith('TLS_'));
  const others = names.filter(name => !name.startsWith('TLS_'));
  if (others.length === 0 && minVersion === 'TLSv1.1') others.push('DEFAULT');
  return [
    `MinProtocol=${minVersion}`,
    `MaxProtocol=${maxVersion}`,
    // OpenSSL 3 has TLS 1.1 on this level alone.
    ...(others.length === 0
      ? []
      : [
          `CipherString=${others.join(':')}${minVersion === 'TLSv1.1' ? '@SECLEVEL=0' : ''}`,
        ]),
    ...(suites.length === 0 ? [] : [`Ciphersuites=${suites.join(':')}`]),
  ].join('\n');
}

/** Fields of a document, by the properties of rsyslog. */
const fields = {
  '@timestamp': ['timereported', 'dateFormat="rfc3339"'],
  received_at: ['timegenerated', 'dateFormat="rfc3339"'],
  host: ['hostname', ''],
  facility: ['syslogfacility-text', ''],
  severity: ['syslogseverity-text', ''],
  program: ['app-name', ''],
  process: ['procid', ''],
  message_id: ['msgid', ''],
  structured_data: ['structured-data', ''],
  message: ['msg', 'position.from="1"'],
} as const;

const document = `template(name="document" type="list") {
  constant(value="{")
${Object.entries(fields)
  .map(
    ([name, [property, more]]) =>
      `  property(outname="${name}" name="${property}" format="jsonf" ${more})`,
  )
  .join('\n  constant(value=",")\n')}
  constant(value="}")
}`;

export function renderReceiver(options: ReceiverOptions): string {
  const { ports, tls, target, folder } = options;
  const address = '127.0.0.1';
  const plain = Object.entries({ imudp: ports.udp, imptcp: ports.tcp });
  return [
    statement('global', {
      workDirectory: folder,
      maxMessageSize: '64k',
      'net.enableDNS': 'off',
      defaultNetstreamDriverCAFile: tls.authority,
      defaultNetstreamDriverCertFile: tls.certificate,
      defaultNetstreamDriverKeyFile: tls.privateKey,
    }),
    ...plain.flatMap(([module, port]) =>
      port === undefined
        ? []
        : [
            statement('module', { load: module }),
            statement('input', { type: module, address, port }),
          ],
    ),
    statement('module', {
      load: 'imtcp',
      'streamDriver.name': 'ossl',
      'streamDriver.mode': 1,
      'streamDriver.authMode': 'anon',
      gnutlsPriorityString: opensslCommands(tls),
    }),
    statement('input', { type: 'imtcp', address, port: ports.tls }),
    statement('module', { load: 'omelasticsearch' }),
    `template(name="index" type="string" string="${indexPrefix}%timegenerated:1:10:date-rfc3339%")`,
    document,
    statement('action', {
      type: 'omelasticsearch',
      server: `https://${address}:${target.port}`,
      'tls.cacert': target.authority,
      'tls.mycert': target.certificate,
      'tls.myprivkey': target.privateKey,
      template: 'document',
      searchIndex: 'index',
      dynSearchIndex: 'on',
      searchType: '',
      bulkmode: 'on',
      'queue.type': 'LinkedList',
      'queue.size': 10_000,
      'queue.fileName': 'waiting',
      'queue.maxDiskSpace': '64m',
      'queue.saveOnShutdown': 'on',
      'queue.dequeueBatchSize': 500,
      'action.resumeRetryCount': -1,
      'action.resumeInterval': 1,
    }),
    '',
  ].join('\n');
}
