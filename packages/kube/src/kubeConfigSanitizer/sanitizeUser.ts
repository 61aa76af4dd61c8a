// The user of a kubeconfig, reduced to credentials.
import { isToken } from '../client/credentials';
import { clientCertificateOf } from './certificates';
import { has, Section, text, texts } from './fields';
import { Fields, isFields } from '../isFields';
import { absolutePath, fileOf } from './files';
import { SanitizeContext } from './SanitizeContext';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { howToCopy, refuse } from './refuse';
import { checkValidity, validityOfToken } from './validity';

const instead = 'Use a token or a client certificate.';

/** What no policy allows, because Kubernetes has dropped it. */
function refuseRemovedAuth(user: Section): void {
  if (has(user, 'auth-provider')) {
    refuse(
      'auth-provider',
      `${user.path}.auth-provider`,
      `It signs in through a plugin (auth-provider), which Kubernetes dropped. ${instead}`,
    );
  }
  for (const name of ['username', 'password']) {
    if (has(user, name)) {
      refuse(
        'password',
        `${user.path}.${name}`,
        `It signs in by password, which Kubernetes dropped. ${instead}`,
      );
    }
  }
}

/** Whom it acts as, beside who it is. */
function impersonationOf(user: Section, policy: KubeConfigPolicy): Fields {
  const allowed = policy.impersonation === 'allow' ? ['as', 'as-groups'] : [];
  const refused = ['as', 'as-groups', 'as-uid', 'as-user-extra'].find(
    name => has(user, name) && !allowed.includes(name),
  );
  return refused
    ? refuse(
        'impersonation',
        `${user.path}.${refused}`,
        `It acts as somebody else (${refused}). Give the credentials of the user who is meant.`,
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
      `It signs in by running a program, which is not done here. ${instead}`,
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
  // A bare name is looked for on the PATH, as by kubectl.
  const program = command.includes('/')
    ? absolutePath(command, policy)
    : command;
  return program
    ? { ...exec, command: program }
    : refuse(
        'exec',
        field,
        'It signs in by running a program that it names by a relative path. Write the whole path.',
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
      `Its token holds spaces, line breaks or letters that no token has: something was lost in copying. ${howToCopy}`,
    );
  }
  checkValidity(context, field, 'token', validityOfToken(token));
  return token;
}

/**
 * The fields that are kept.
 *
 * @throws KubeconfigRefusedError when the user asks for what the policy refuses, or holds no credentials that can be right
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
    // A file wins over a token, and data over files, as in kubectl.
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
