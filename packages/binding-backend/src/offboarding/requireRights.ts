/**
 * Checks the rights for offboarding, or for revoking tokens, before the first change: a refusal half-way would leave an
 * app cluster without its tokens.
 */
import { apiName, bindResources, names } from '@klutch/bind-api';
import { core, type ResourceAttributes, type KubeClient } from '@klutch/kube';
import { backendNames } from '../backendNames';
import { BindingError } from '../errors/BindingError';
import type { OffboardingPreview } from './OffboardingPreview';

/** What is deleted. */
export interface OffboardingScope extends Pick<
  OffboardingPreview,
  'namespace' | 'serviceNamespaces'
> {
  /** Whether the cluster namespace contains tokens. */
  hasTokens: boolean;
}

const describeAccess = (question: ResourceAttributes): string => {
  const { group, name, namespace, resource, verb } = question;
  const type = apiName({ group, resource });
  const one = name === undefined ? type : `${type}/${name}`;
  const isNamespaced = namespace !== undefined && resource !== 'namespaces';
  return `${verb} ${one}${isNamespaced ? ` in ${namespace}` : ''}`;
};

const secretAccessChecks = (namespace: string): ResourceAttributes[] => {
  const about = { group: '', resource: core.secrets.plural, namespace };
  return [
    { ...about, verb: 'patch', name: names.kubeconfigSecret },
    { ...about, verb: 'list', name: names.binder },
    ...[...backendNames.tokenSecrets, names.binder].map(name => ({
      ...about,
      verb: 'delete',
      name,
    })),
  ];
};

const deletion = {
  verb: 'delete',
  group: '',
  resource: core.namespaces.plural,
};

const deniedChecks = async (
  client: KubeClient,
  questions: readonly ResourceAttributes[],
): Promise<ResourceAttributes[]> => {
  const answers = await Promise.all(
    questions.map(question => client.canI(question)),
  );
  return questions.filter((_, index) => !answers[index]);
};

/** The namespaces whose deletion is denied; one request suffices where all may be deleted. */
const deniedNamespaceDeletions = async (
  client: KubeClient,
  all: readonly string[],
): Promise<ResourceAttributes[]> =>
  (await client.canI(deletion))
    ? []
    : deniedChecks(
        client,
        all.map(name => ({ ...deletion, name, namespace: name })),
      );

/**
 * Checks the rights of the client's user.
 * @throws BindingError `NotAllowed`, which names what is missing
 */
export const requireRights = async (
  client: KubeClient,
  { hasTokens, namespace, serviceNamespaces }: OffboardingScope,
): Promise<void> => {
  const { exports, serviceNamespaces: requested } = bindResources;
  const ours = serviceNamespaces
    .filter(({ ownership }) => ownership === 'ours')
    .map(({ name }) => name);
  const checks = [exports, requested].map(({ group, plural }) => ({
    verb: 'delete',
    group,
    resource: plural,
    namespace,
  }));
  const refused = [
    ...(await deniedChecks(client, [
      ...checks,
      ...(hasTokens ? secretAccessChecks(namespace) : []),
    ])),
    ...(await deniedNamespaceDeletions(client, [namespace, ...ours])),
  ];
  if (refused.length === 0) return;
  throw new BindingError(
    'NotAllowed',
    `Nothing was changed, because offboarding the app cluster of ${namespace} takes rights that you do not have on the control plane: ${refused.map(describeAccess).join('; ')}. Ask its administrator for them, or to offboard it. The binding backend's own user gets them by the roles that "klutch-binding-backend roles --offboarding" prints.`,
  );
};

/**
 * As `requireRights`, for revoking the tokens of an app cluster that is kept.
 * @param namespace - name of the cluster namespace, whether or not it exists
 * @throws BindingError `NotAllowed`, which names what is missing
 */
export const requireTokenRights = async (
  client: KubeClient,
  namespace: string,
): Promise<void> => {
  const about = { group: '', verb: 'get', namespace };
  const secrets = [names.kubeconfigSecret, ...backendNames.tokenSecrets];
  const refused = await deniedChecks(client, [
    { ...about, resource: core.namespaces.plural, name: namespace },
    ...secrets.map(name => ({
      ...about,
      resource: core.secrets.plural,
      name,
    })),
    ...secretAccessChecks(namespace),
  ]);
  if (refused.length === 0) return;
  throw new BindingError(
    'NotAllowed',
    `Nothing was changed, because revoking the tokens of the app cluster of ${namespace} takes rights that you do not have on the control plane: ${refused.map(describeAccess).join('; ')}. Ask its administrator for them, or to run "klutch-binding-backend revoke ${namespace}".`,
  );
};
