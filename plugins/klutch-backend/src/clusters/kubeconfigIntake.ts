/** Takes a kubeconfig in that somebody gave: credentials in it only, and no way to where only the portal may go; pure. */
import { BlockList, isIP } from 'node:net';
import { parse, stringify } from 'yaml';
import { InvalidError } from '../errors/InvalidError';

/** What is let through. */
export interface IntakePolicy {
  /** Servers on this machine too. */
  allowLoopback: boolean;
}

/** A kubeconfig that can be used. */
export interface IntakeResult {
  /** YAML with one cluster, user and context. */
  kubeconfig: string;
  /** Host name or IP address of the server. */
  host: string;
}

interface Named {
  name?: unknown;
  [field: string]: unknown;
}

type Fields = Record<string, unknown>;

function refuse(message: string): never {
  throw new InvalidError(`The kubeconfig cannot be used. ${message}`, [
    { field: 'kubeconfig', message },
  ]);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseYaml(yaml: string): Fields {
  let content: unknown;
  try {
    content = parse(yaml, { maxAliasCount: 0 });
  } catch {
    // The parser's message would quote the file.
    refuse('It is not YAML. Copy it again, whole.');
  }
  return isFields(content)
    ? content
    : refuse('It is not a kubeconfig. Copy it again, whole.');
}

/** The entry of a list that the current context leads to. */
function entry(config: Fields, list: string, name: unknown, field: string) {
  const entries = config[list];
  const found = Array.isArray(entries)
    ? entries.filter(isFields).find((item: Named) => item.name === name)
    : undefined;
  const content = found?.[field];
  return isFields(content)
    ? content
    : refuse(
        `Its current context does not lead to a ${field}. Choose one with "kubectl config use-context", then copy the output of "kubectl config view --minify --flatten --raw".`,
      );
}

const flatten =
  'Copy the output of "kubectl config view --minify --flatten --raw" instead.';

/** Fields that would make the portal run something, read its own files, or be careless. */
const refusedFields: Record<string, string> = {
  exec: 'It signs in by running a program, which the portal does not do. Use a token or a client certificate.',
  'auth-provider':
    'It signs in through a plugin, which the portal does not have. Use a token or a client certificate.',
  tokenFile: `It names a file with a token, but files stay on your machine. ${flatten}`,
  'client-certificate': `It names a file with a certificate, but files stay on your machine. ${flatten}`,
  'client-key': `It names a file with a key, but files stay on your machine. ${flatten}`,
  'certificate-authority': `It names a file with a certificate authority, but files stay on your machine. ${flatten}`,
  username:
    'It signs in by password, which Kubernetes dropped. Use a token or a client certificate.',
  password:
    'It signs in by password, which Kubernetes dropped. Use a token or a client certificate.',
  as: 'It acts as somebody else (as). Give the credentials of the portal itself.',
  'proxy-url':
    'It goes through a proxy (proxy-url), which is not supported. Connect directly.',
};

function refuseDangerous(fields: Fields): void {
  for (const [field, reason] of Object.entries(refusedFields)) {
    if (fields[field] !== undefined && fields[field] !== '') refuse(reason);
  }
  if (fields['insecure-skip-tls-verify']) {
    refuse(
      'It does not check the server (insecure-skip-tls-verify). Add the certificate authority of the cluster.',
    );
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addSubnet('0.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');
loopback.addAddress('::', 'ipv6');

/** Where clouds answer questions about the machine itself, credentials included. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16);
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addAddress('fd00:ec2::254', 'ipv6');

const isIn = (list: BlockList, address: string) =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Why the portal does not connect to an address; undefined when it does.
 *
 * @param address - an IP address, or a host name
 */
export function addressProblem(
  address: string,
  policy: IntakePolicy,
): string | undefined {
  const isName = isIP(address) === 0;
  const isLocal = isName
    ? /(^|\.)localhost\.?$/i.test(address)
    : isIn(loopback, address);
  if (isLocal && !policy.allowLoopback) {
    return 'Its server is the machine that the portal runs on. Use the address by which other machines reach the cluster.';
  }
  const isInternal = isName
    ? /^metadata\.google\.internal\.?$/i.test(address)
    : isIn(linkLocal, address);
  return isInternal
    ? 'Its server has an address that only one machine or cloud uses for itself. Use the address by which other machines reach the cluster.'
    : undefined;
}

function hostOf(server: unknown, policy: IntakePolicy): string {
  if (typeof server !== 'string' || !URL.canParse(server)) {
    refuse('Its server is not a URL that begins with https://.');
  }
  const url = new URL(server);
  if (url.protocol !== 'https:') {
    refuse(
      'Its server is not reached by https, so credentials would be sent in the clear.',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const problem = addressProblem(host, policy);
  return problem ? refuse(problem) : host;
}

const pick = (fields: Fields, names: string[]): Fields =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = fields[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

/**
 * The kubeconfig's current context, reduced to server, certificate authority and token or client certificate.
 *
 * @throws InvalidError with the reason in words; never quotes the file
 */
export function takeInKubeconfig(
  yaml: string,
  policy: IntakePolicy,
): IntakeResult {
  const config = parseYaml(yaml);
  const context = entry(
    config,
    'contexts',
    config['current-context'],
    'context',
  );
  const cluster = entry(config, 'clusters', context.cluster, 'cluster');
  const user = entry(config, 'users', context.user, 'user');
  refuseDangerous(cluster);
  refuseDangerous(user);
  const host = hostOf(cluster.server, policy);
  const credentials = pick(user, [
    'token',
    'client-certificate-data',
    'client-key-data',
  ]);
  if (Object.keys(credentials).length === 0) {
    refuse('It has neither a token nor a client certificate.');
  }
  const name = 'default';
  return {
    host,
    kubeconfig: stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name,
          cluster: pick(cluster, [
            'server',
            'certificate-authority-data',
            'tls-server-name',
          ]),
        },
      ],
      users: [{ name, user: credentials }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      'current-context': name,
    }),
  };
}
