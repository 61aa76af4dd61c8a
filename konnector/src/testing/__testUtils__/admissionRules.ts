/** Makes a cluster reject writes or fail at them, like operators' policies and webhooks. */
import {
  ApiError,
  defineResource,
  type KubeClient,
  type Resource,
} from '@klutch/kube';
import { eventually } from './clusterSetup';

const kindOf = (kind: string, plural: string): Resource =>
  defineResource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural,
    kind,
    namespaced: false,
  });
const policies = kindOf(
  'ValidatingAdmissionPolicy',
  'validatingadmissionpolicies',
);
const policyBindings = kindOf(
  'ValidatingAdmissionPolicyBinding',
  'validatingadmissionpolicybindings',
);
const webhooks = kindOf(
  'ValidatingWebhookConfiguration',
  'validatingwebhookconfigurations',
);
const apiVersion = 'admissionregistration.k8s.io/v1';
const unreachableUrl = 'https://127.0.0.1:9/';

type Type = Pick<Resource, 'group' | 'version' | 'plural'>;

const writesOf = ({ group, version, plural }: Type) => ({
  apiGroups: [group],
  apiVersions: [version],
  resources: [plural],
  operations: ['CREATE', 'UPDATE'],
});

/** Status code of a write; undefined when accepted. */
const responseCode = async (write: () => Promise<unknown>) => {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
};

/**
 * Rejects writes of a resource with 422.
 * @param rule - in CEL: what must be true of `object`, and `oldObject`.
 * @param probe - a dry run of a write that breaks the rule.
 * @returns removes the rule; writes are accepted afterwards.
 */
export async function denyWrites(
  client: KubeClient,
  resource: Type,
  { rule, message }: { rule: string; message: string },
  probe: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const name = `refuse-${resource.plural}`;
  await client.create(policies, {
    apiVersion,
    kind: policies.kind,
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [writesOf(resource)] },
      validations: [{ expression: rule, message }],
    },
  });
  await client.create(policyBindings, {
    apiVersion,
    kind: policyBindings.kind,
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  });
  const answers = (code: number | undefined) =>
    eventually(
      `writes of ${resource.plural} answer ${code ?? 'ok'}`,
      async () => (await responseCode(probe)) === code,
    );
  await answers(422);
  return async () => {
    await client.delete(policyBindings, { name });
    await client.delete(policies, { name });
    await answers(undefined);
  };
}

/**
 * Makes writes of a resource fail with 500.
 * @param probe - a dry run of a write.
 * @returns removes the rule; writes are accepted afterwards.
 */
export async function failWrites(
  client: KubeClient,
  resource: Type,
  probe: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const name = `fail-${resource.plural}`;
  await client.create(webhooks, {
    apiVersion,
    kind: webhooks.kind,
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        rules: [writesOf(resource)],
        clientConfig: { url: unreachableUrl },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        failurePolicy: 'Fail',
      },
    ],
  });
  const answers = (code: number | undefined) =>
    eventually(
      `writes of ${resource.plural} answer ${code ?? 'ok'}`,
      async () => (await responseCode(probe)) === code,
    );
  await answers(500);
  return async () => {
    await client.delete(webhooks, { name });
    await answers(undefined);
  };
}
