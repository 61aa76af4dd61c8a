/** Crashes in the life of a token: renewal, expiry and revocation. */
import { names } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { backendNames, tokenAnnotations } from '../../../backendNames';
import { invalidateTokens } from '../../../tokens/revokeTokens';
import { ageToken } from '../../__testUtils__/ageToken';
import { eventually } from '../../__testUtils__/controlPlane';
import { nonExpiringTokenSecret } from '../../__testUtils__/reference';
import { namespaceOf, type CrashFixture } from './CrashFixture';
import type { Scenario } from './crashAtEach';
import { deleteNamespace, provision } from './tenantScenarios';

const kubeconfigKey = (name: string) => ({
  namespace: namespaceOf(name),
  name: names.kubeconfigSecret,
});

/** Kubeconfigs of test cases before the action. */
const kubeconfigsBefore = new Map<string, string>();

const remember = async (on: CrashFixture, name: string) => {
  kubeconfigsBefore.set(name, await on.kubeconfig(namespaceOf(name)));
};

const hasNewToken = async (on: CrashFixture, name: string) => {
  const namespace = namespaceOf(name);
  const now = await on.kubeconfig(namespace);
  return now !== kubeconfigsBefore.get(name) && on.accepts(now, namespace);
};

const oldTokenIsGood = (on: CrashFixture, name: string) =>
  on.accepts(kubeconfigsBefore.get(name) ?? '', namespaceOf(name));

const [secretA, secretB] = backendNames.tokenSecrets;
const day = 86_400;

/** Remembers the previous token, which is still valid. */
const renew = async (on: CrashFixture, name: string) => {
  await provision(on, name);
  await remember(on, name);
  await ageToken(on.admin, namespaceOf(name), 0.6 * day);
  await eventually('the new token', () => hasNewToken(on, name));
};

const isRevoked = async (on: CrashFixture, name: string) => {
  const { metadata } =
    (await on.admin.get(core.secrets, kubeconfigKey(name))) ?? {};
  return metadata?.annotations?.[tokenAnnotations.revokedAt] !== undefined;
};

const forgetToken = async (on: CrashFixture, name: string) => {
  kubeconfigsBefore.delete(name);
  await deleteNamespace(on, name);
};

/** Scenarios by name. */
export const tokenScenarios = {
  renewal: {
    writes: [
      `create secrets/${secretB}`,
      'create tokens',
      `patch secrets/${names.kubeconfigSecret}`,
    ],
    prepare: async (on, name) => {
      await provision(on, name);
      await remember(on, name);
    },
    act: (on, name) => ageToken(on.admin, namespaceOf(name), 0.6 * day),
    done: async (on, name) =>
      (await hasNewToken(on, name)) && oldTokenIsGood(on, name),
    restore: forgetToken,
  },
  'previous-token': {
    writes: [
      `delete secrets/${secretA}`,
      `patch secrets/${names.kubeconfigSecret}`,
    ],
    prepare: renew,
    act: (on, name) => ageToken(on.admin, namespaceOf(name), 0.45 * day),
    done: async (on, name) => {
      const secret = await on.admin.get(core.secrets, kubeconfigKey(name));
      const { previousSecret } = tokenAnnotations;
      return (
        secret?.metadata.annotations?.[previousSecret] === undefined &&
        (await hasNewToken(on, name)) &&
        !(await oldTokenIsGood(on, name))
      );
    },
    restore: forgetToken,
  },
  revocation: {
    writes: [
      `patch secrets/${names.kubeconfigSecret}`,
      `delete secrets/${secretA}`,
    ],
    prepare: renew,
    act: (on, name) =>
      on.admin.delete(core.secrets, {
        namespace: namespaceOf(name),
        name: secretB,
      }),
    done: async (on, name) =>
      (await isRevoked(on, name)) &&
      (await on.kubeconfig(namespaceOf(name))) === '' &&
      !(await oldTokenIsGood(on, name)),
    restore: forgetToken,
  },
  'revocation-by-command': {
    writes: [
      `patch secrets/${names.kubeconfigSecret}`,
      `delete secrets/${secretA}`,
      `delete secrets/${names.binder}`,
    ],
    prepare: async (on, name) => {
      await provision(on, name);
      await remember(on, name);
      const secret = nonExpiringTokenSecret(namespaceOf(name));
      await on.admin.create(core.secrets, secret);
    },
    act: ({ client }, name) =>
      invalidateTokens({ client, now: () => new Date() }, namespaceOf(name)),
    // The call is not repeated: a recorded revocation is executed, and an unrecorded one has not begun.
    done: async (on, name) => {
      if (!(await isRevoked(on, name))) return true;
      const { namespace } = kubeconfigKey(name);
      const key = { namespace, name: names.binder };
      return (
        !(await on.admin.get(core.secrets, key)) &&
        !(await oldTokenIsGood(on, name))
      );
    },
    restore: forgetToken,
  },
} satisfies Record<string, Scenario>;
