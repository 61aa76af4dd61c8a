/**
 * Validates an uploaded kubeconfig for an app cluster: its content, whether the server responds, and the rights of
 * its user.
 */
import { names } from '@klutch/bind-api';
import {
  ConnectionError,
  isUnauthorized,
  type ResourceAttributes,
  type KubeConfigPolicy,
  type KubeClient,
} from '@klutch/kube';
import {
  checkUploadedHost,
  createUploadedClient,
  sanitizeUploadedKubeconfig,
} from '../clusters/uploadedKubeconfig';
import { InvalidError, type FieldCause } from '../errors/InvalidError';
import type { Person } from '../identity/Caller';

/** A problem, assigned to the field of the form. */
export const kubeconfigCause = (message: string): FieldCause => ({
  field: 'kubeconfig',
  message,
});

/** The rights that the portal's user needs on an app cluster, with a message for each missing one. */
export function requiredAccess({
  kubernetes,
}: Person): [ResourceAttributes, string][] {
  const list = (group: string, resource: string, words: string) =>
    [{ verb: 'list', group, resource }, `list ${words}`] as [
      ResourceAttributes,
      string,
    ];
  return [
    list('', 'namespaces', 'namespaces'),
    list('apiextensions.k8s.io', 'customresourcedefinitions', 'CRDs'),
    list(names.group, 'apiservicebindings', 'bindings'),
    // Groups that the portal may not impersonate are left out of requests.
    [
      {
        verb: 'impersonate',
        group: '',
        resource: 'users',
        name: kubernetes.user,
      },
      `act as ${kubernetes.user}`,
    ],
    ...Object.keys(kubernetes.extra ?? {}).map(
      (key): [ResourceAttributes, string] => [
        {
          verb: 'impersonate',
          group: 'authentication.k8s.io',
          resource: 'userextras',
          subresource: key,
        },
        `set the extra field ${key} when it acts as ${kubernetes.user}`,
      ],
    ),
  ];
}

async function missingAccess(
  client: KubeClient,
  person: Person,
): Promise<string[]> {
  const answers = await Promise.all(
    requiredAccess(person).map(async ([question, words]) =>
      (await client.canI(question)) ? [] : [words],
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
        `The kubeconfig's user lacks rights that the portal needs on ${title}. Apply the portal's roles there, then try again.`,
        missing.map(words => kubeconfigCause(`It may not ${words}.`)),
      );
    }
    await additionalCheck?.(client);
    return kubeconfig;
  } catch (error) {
    if (error instanceof ConnectionError) {
      throw new InvalidError(`${title} does not respond.`, [
        kubeconfigCause(
          `No Kubernetes API server responds at ${client.server}. Check the address, the certificate authority and the firewall.`,
        ),
      ]);
    }
    if (isUnauthorized(error)) {
      throw new InvalidError(`${title} rejects these credentials.`, [
        kubeconfigCause(
          'Its token or client certificate is not accepted. Renew it.',
        ),
      ]);
    }
    throw error;
  } finally {
    await client.close();
  }
}
