// Parses kubeconfigs with client-node, and adds the fields that client-node ignores.
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { KubeConfig, type User } from '@kubernetes/client-node';
// The parser of client-node, so that both read the same fields.
import { load } from 'js-yaml';

/** A user of a kubeconfig. */
export interface KubeUser extends User {
  /** From `as-groups`, which client-node ignores. */
  impersonateGroups?: string[];
}

interface RawUser {
  tokenFile?: unknown;
  'token-file'?: unknown;
  as?: unknown;
  'as-groups'?: unknown;
  'as-uid'?: unknown;
  'as-user-extra'?: unknown;
}

interface RawKubeConfig {
  clusters?: unknown[];
  users?: ({ name?: string; user?: RawUser | null } | null)[] | null;
}

const unreadable = () =>
  new Error(
    'The kubeconfig cannot be read: it is not a kubeconfig in YAML. Check it with "kubectl config view --kubeconfig <file>".',
  );

function parse(yaml: string): RawKubeConfig {
  let raw: RawKubeConfig | undefined;
  try {
    raw = load(yaml) as RawKubeConfig | undefined;
  } catch {
    // The parser's message quotes the file.
    throw unreadable();
  }
  if (!Array.isArray(raw?.clusters)) throw unreadable();
  if (raw.users && !Array.isArray(raw.users)) throw unreadable();
  return raw;
}

/** client-node silently ignores these fields, or reads a file for them before a policy could refuse it. */
const unsupportedFields = ['token-file', 'as-uid', 'as-user-extra'] as const;

function refuseUnsupported(raw: RawKubeConfig): void {
  for (const entry of raw.users ?? []) {
    for (const field of unsupportedFields) {
      if (entry?.user?.[field] !== undefined) {
        throw new Error(
          `The kubeconfig's user "${entry.name}" has the field ${field}, which is not supported. Take it out.`,
        );
      }
    }
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string');

const absolute = (directory: string, path: string): string =>
  isAbsolute(path) ? path : join(directory, path);

/** The user with the fields that client-node ignores, and with absolute paths. */
function completed(
  user: User,
  raw: RawUser | null | undefined,
  directory: string,
): KubeUser {
  const { tokenFile, 'as-groups': groups } = raw ?? {};
  const completedUser: KubeUser = { ...user };
  if (typeof tokenFile === 'string') {
    // client-node supports only its own in-cluster form of kubectl's `tokenFile`. A file takes precedence over a
    // token, as in kubectl.
    const config = { tokenFile: absolute(directory, tokenFile) };
    Object.assign(completedUser, {
      token: undefined,
      authProvider: { name: 'tokenFile', config },
    });
  }
  if (groups !== undefined) {
    if (!isTexts(groups)) throw unreadable();
    completedUser.impersonateGroups = groups;
  }
  // As in kubectl: a name without a slash is searched in PATH.
  const command: unknown = user.exec?.command;
  if (typeof command === 'string' && command.includes('/')) {
    const exec = { ...user.exec, command: absolute(directory, command) };
    Object.assign(completedUser, { exec });
  }
  return completedUser;
}

/**
 * Parses a kubeconfig in YAML, without connecting and without reading the files that it names. What it may ask for is
 * decided by the policy of the client that is made from it.
 * @param directory - base of relative paths; default: the working directory
 * @throws Error when the text cannot be parsed; the message does not quote it
 */
export function loadKubeConfig(
  yaml: string,
  directory: string = process.cwd(),
): KubeConfig {
  const kubeConfig = new KubeConfig();
  const raw = parse(yaml);
  refuseUnsupported(raw);
  try {
    kubeConfig.loadFromString(yaml);
  } catch {
    throw unreadable();
  }
  kubeConfig.makePathsAbsolute(directory);
  kubeConfig.users = kubeConfig.users.map(user => {
    const entry = raw.users?.find(one => one?.name === user.name);
    return completed(user, entry?.user, directory);
  });
  return kubeConfig;
}

/**
 * Text of a kubeconfig file.
 * @throws Error when it cannot be read
 */
export async function readKubeConfigFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new Error(
      `The kubeconfig file ${path} cannot be read. Check that it exists and that this process may read it.`,
    );
  }
}

/**
 * Reads a kubeconfig file. Relative paths in it start at its directory, as for kubectl.
 * @throws Error when the file cannot be read; the message does not quote it
 */
export async function loadKubeConfigFile(path: string): Promise<KubeConfig> {
  return loadKubeConfig(await readKubeConfigFile(path), dirname(path));
}
