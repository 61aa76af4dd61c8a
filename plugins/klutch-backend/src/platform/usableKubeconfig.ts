/** Whether an uploaded kubeconfig is of use for an app cluster: what is in it, who answers, and what its user may do there. */
import { names } from '@klutch/bind-api';
import {
  ConnectionError,
  isUnauthorized,
  type AccessQuestion,
  type IntakePolicy,
  type KubeClient,
} from '@klutch/kube';
import {
  checkUploadedHost,
  connectUploaded,
  takeInUploaded,
} from '../clusters/uploadedKubeconfig';
import { InvalidError, type FieldCause } from '../errors/InvalidError';
import type { Person } from '../identity/Caller';

/** What is wrong, at the field of the form. */
export const aboutKubeconfig = (message: string): FieldCause => ({
  field: 'kubeconfig',
  message,
});

/** What the portal's user needs on an app cluster, with words for what is missing. */
function needs({ kubernetes }: Person): [AccessQuestion, string][] {
  const list = (group: string, resource: string, words: string) =>
    [{ verb: 'list', group, resource }, `list ${words}`] as [
      AccessQuestion,
      string,
    ];
  const actAs = (resource: string, name: string) =>
    [{ verb: 'impersonate', group: '', resource, name }, `act as ${name}`] as [
      AccessQuestion,
      string,
    ];
  return [
    list('', 'namespaces', 'namespaces'),
    list('apiextensions.k8s.io', 'customresourcedefinitions', 'CRDs'),
    list(names.group, 'apiservicebindings', 'bindings'),
    actAs('users', kubernetes.user),
    ...kubernetes.groups.map(group => actAs('groups', group)),
  ];
}

async function missingRights(
  client: KubeClient,
  person: Person,
): Promise<string[]> {
  const answers = await Promise.all(
    needs(person).map(async ([question, words]) =>
      (await client.canI(question)) ? [] : [words],
    ),
  );
  return answers.flat();
}

/** What was uploaded, by whom and for what. */
export interface Uploaded {
  person: Person;
  /** Of the app cluster. */
  title: string;
  /** YAML. */
  kubeconfig: string;
  policy: IntakePolicy;
  /** What else has to be right on the cluster; throws when it is not. */
  alsoCheck?: (client: KubeClient) => Promise<void>;
}

/**
 * What may be stored of it; stores nothing itself.
 *
 * @throws InvalidError with the findings
 */
export async function usableKubeconfig({
  alsoCheck,
  person,
  policy,
  title,
  ...uploaded
}: Uploaded): Promise<string> {
  const { kubeconfig, host } = takeInUploaded(uploaded.kubeconfig, policy);
  await checkUploadedHost(host, policy);
  const client = connectUploaded(kubeconfig, policy, {
    connectTimeoutMs: 5_000,
    headersTimeoutMs: 10_000,
  });
  try {
    const missing = await missingRights(client, person);
    if (missing.length > 0) {
      throw new InvalidError(
        `The kubeconfig's user may not do all that the portal needs on ${title}. Apply the portal's roles there, then try again.`,
        missing.map(words => aboutKubeconfig(`It may not ${words}.`)),
      );
    }
    await alsoCheck?.(client);
    return kubeconfig;
  } catch (error) {
    if (error instanceof ConnectionError) {
      throw new InvalidError(`${title} does not answer.`, [
        aboutKubeconfig(
          `Nothing that speaks for a Kubernetes cluster answers at ${client.server}. Check the address, the certificate authority and the firewall.`,
        ),
      ]);
    }
    if (isUnauthorized(error)) {
      throw new InvalidError(`${title} does not know these credentials.`, [
        aboutKubeconfig(
          'Its token or client certificate is not accepted. Renew it.',
        ),
      ]);
    }
    throw error;
  } finally {
    await client.close();
  }
}
