/**
 * Validates an uploaded kubeconfig for an app cluster: its content, whether the server responds, and the rights of
 * its user.
 */
import {
  explain,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
import { names } from '@klutch/bind-api';
import {
  ConnectionError,
  isUnauthorized,
  type Impersonation,
  type ResourceAttributes,
  type KubeConfigPolicy,
  type KubeClient,
} from '@klutch/kube';
import {
  checkUploadedHost,
  createUploadedClient,
  sanitizeUploadedKubeconfig,
} from '../../clusters/uploadedKubeconfig';
import { InvalidError, type FieldCause } from '../../errors/InvalidError';
import type { Person } from '../../identity/Caller';

/** A right, and the explanation for a kubeconfig whose user lacks the right. */
type RequiredAccess = [ResourceAttributes, Explanation];

/** A problem, assigned to the field of the form. */
export const kubeconfigCause = (explanation: Explanation): FieldCause => ({
  field: 'kubeconfig',
  ...explanation,
});

/** The rights that the portal's user needs on an app cluster, with an explanation for each missing one. */
export function requiredAccess({ kubernetes }: Person): RequiredAccess[] {
  const list = (group: string, resource: string): RequiredAccess => [
    { verb: 'list', group, resource },
    explain('KubeconfigMayNotList', {
      resource: group ? `${resource}.${group}` : resource,
    }),
  ];
  return [
    list('', 'namespaces'),
    list('apiextensions.k8s.io', 'customresourcedefinitions'),
    list(names.group, 'apiservicebindings'),
    // Nobody is impersonated with a token.
    ...(kubernetes.token ? [] : impersonationAccess(kubernetes)),
  ];
}

function impersonationAccess({ extra, user }: Impersonation): RequiredAccess[] {
  return [
    // Groups that the portal may not impersonate are left out of requests.
    [
      {
        verb: 'impersonate',
        group: '',
        resource: 'users',
        name: user,
      },
      explain('KubeconfigMayNotActAs', { user }),
    ],
    ...Object.keys(extra ?? {}).map((key): RequiredAccess => [
      {
        verb: 'impersonate',
        group: 'authentication.k8s.io',
        resource: 'userextras',
        subresource: key,
      },
      explain('KubeconfigMayNotSetExtra', { field: key, user }),
    ]),
  ];
}

async function missingAccess(
  client: KubeClient,
  person: Person,
): Promise<Explanation[]> {
  const answers = await Promise.all(
    requiredAccess(person).map(async ([question, explanation]) =>
      (await client.canI(question)) ? [] : [explanation],
    ),
  );
  return answers.flat();
}

/** An upload, with its user and its purpose. */
export interface UploadedKubeconfig {
  person: Person;
  /** Title of the app cluster. */
  title: string;
  /** YAML. */
  kubeconfig: string;
  policy: KubeConfigPolicy;
  /** Further check on the cluster; throws when the check fails. */
  additionalCheck?: (client: KubeClient) => Promise<void>;
}

/**
 * Returns the sanitized kubeconfig to store; stores nothing itself.
 *
 * @throws InvalidError with the problems found
 */
export async function validateUploadedKubeconfig({
  additionalCheck,
  person,
  policy,
  title,
  ...uploaded
}: UploadedKubeconfig): Promise<string> {
  const { kubeconfig, host } = sanitizeUploadedKubeconfig(
    uploaded.kubeconfig,
    policy,
  );
  await checkUploadedHost(host, policy);
  const client = createUploadedClient(kubeconfig, policy, {
    connectTimeoutMs: 5_000,
    headersTimeoutMs: 10_000,
  });
  try {
    const missing = await missingAccess(client, person);
    if (missing.length > 0) {
      throw new InvalidError(
        explain('KubeconfigRightsMissing', { cluster: title }),
        missing.map(kubeconfigCause),
      );
    }
    await additionalCheck?.(client);
    return kubeconfig;
  } catch (error) {
    if (error instanceof ConnectionError) {
      throw new InvalidError(
        explain('KubeconfigNoResponse', { cluster: title }),
        [
          kubeconfigCause(
            explain('KubeconfigServerSilent', { server: client.server }),
          ),
        ],
      );
    }
    if (isUnauthorized(error)) {
      throw new InvalidError(
        explain('KubeconfigCredentialsRejected', { cluster: title }),
        [kubeconfigCause(explain('KubeconfigCredentialsInvalid'))],
      );
    }
    throw error;
  } finally {
    await client.close();
  }
}
