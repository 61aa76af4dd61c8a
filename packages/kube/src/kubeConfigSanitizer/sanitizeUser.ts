// Reduces the user of a kubeconfig to credentials.
import { isToken } from '../client/credentials';
import { clientCertificateOf } from './certificates';
import { has, Section, text, texts } from './fields';
import { Fields, isFields } from '../isFields';
import { absolutePath, fileOf } from './files';
import { SanitizeContext } from './SanitizeContext';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { howToCopy, refuse } from './refuse';
import { readTokenTimes } from '../tokenTimes';
import { checkValidity } from './validity';

const instead = 'Use a token or a client certificate.';

/** Refuses what no policy allows, because Kubernetes has removed it. */
function refuseRemovedAuth(user: Section): void {
  if (has(user, 'auth-provider')) {
    refuse(
      'auth-provider',
      `${user.path}.auth-provider`,
      `It signs in through a plugin (auth-provider), which Kubernetes removed. ${instead}`,
    );
  }
  for (const name of ['username', 'password']) {
    if (has(user, name)) {
      refuse(
        'password',
        `${user.path}.${name}`,
        `It signs in by password, which Kubernetes removed. ${instead}`,
      );
    }
  }
}

/** The user and groups to impersonate. */
function impersonationOf(user: Section, policy: KubeConfigPolicy): Fields {
  const allowed = policy.impersonation === 'allow' ? ['as', 'as-groups'] : [];
  const refused = ['as', 'as-groups', 'as-uid', 'as-user-extra'].find(
    name => has(user, name) && !allowed.includes(name),
  );
  return refused
    ? refuse(
        'impersonation',
        `${user.path}.${refused}`,
        `It impersonates another user (${refused}). Use the credentials of that user.`,
      )
    : { as: text(user, 'as'), 'as-groups': texts(user, 'as-groups') };
}

function execOf(user: Section, policy: KubeConfigPolicy): Fields | undefined {
  if (!has(user, 'exec')) return undefined;
  const field = `${user.path}.exec`;
  if (policy.exec !== 'allow') {
    refuse(
      'exec',
      field,
      `It signs in by running a program, which is not allowed here. ${instead}`,
    );
  }
  const { exec } = user.fields;
  const command =
    isFields(exec) && text({ path: field, fields: exec }, 'command');
  if (!isFields(exec) || !command) {
    return refuse(
      'exec',
      field,
      'It signs in by running a program, but does not say which one. Add exec.command.',
    );
  }
  // A bare name is searched on the PATH, as by kubectl.
  const program = command.includes('/')
    ? absolutePath(command, policy)
    : command;
  return program
    ? { ...exec, command: program }
    : refuse(
        'exec',
        field,
        'It signs in by running a program that it names by a relative path. Use an absolute path.',
      );
}

function tokenOf(user: Section, context: SanitizeContext): string | undefined {
  const token = text(user, 'token');
  if (token === undefined) return undefined;
  const field = `${user.path}.token`;
  if (!isToken(token)) {
    refuse(
      'token',
      field,
      `Its token holds characters that a token cannot have, such as spaces or line breaks: the copy is damaged. ${howToCopy}`,
    );
  }
  checkValidity(context, field, 'token', readTokenTimes(token) ?? {});
  return token;
}

/**
 * The kept fields.
 *
 * @throws KubeconfigRefusedError when the user asks for something that the policy refuses, or holds no valid
 * credentials
 */
export function sanitizeUser(user: Section, context: SanitizeContext): Fields {
  const { policy } = context;
  refuseRemovedAuth(user);
  const impersonation = impersonationOf(user, policy);
  const exec = execOf(user, policy);
  const tokenFile = fileOf(user, 'tokenFile', 'a token', policy);
  const certificateFile = fileOf(
    user,
    'client-certificate',
    'a certificate',
    policy,
  );
  const keyFile = fileOf(user, 'client-key', 'a key', policy);
  const token = tokenOf(user, context);
  const held = clientCertificateOf(user, context);
  if (!exec && !tokenFile && !certificateFile && !token && !held) {
    refuse(
      'no-credentials',
      user.path,
      `It has neither a token nor a client certificate. ${howToCopy}`,
    );
  }
  return {
    // A file takes precedence over a token, and data over files, as in kubectl.
    token: tokenFile === undefined ? token : undefined,
    tokenFile,
    'client-certificate-data': held?.certificate,
    'client-key-data': held?.key,
    'client-certificate': held ? undefined : certificateFile,
    'client-key': held ? undefined : keyFile,
    exec,
    ...impersonation,
  };
}
