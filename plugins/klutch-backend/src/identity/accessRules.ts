/** What a user may do in a namespace: SelfSubjectRulesReview of Kubernetes, and the evaluation of its rules. */
import { parseApiName } from '@klutch/bind-api';
import type { KubeClient, PolicyRule } from '@klutch/kube';

/** The response of a SelfSubjectRulesReview. */
export interface AccessRules {
  /** The API server has an authorizer that cannot list its rules, so that more may be allowed. */
  incomplete: boolean;
  resourceRules: PolicyRule[];
}

/**
 * As a namespace: yields the rules that apply to all namespaces, because no RoleBinding can exist in a namespace with
 * an invalid name.
 */
export const allNamespaces = '*';

/** @param client - impersonates the user. */
export async function reviewRules(
  client: KubeClient,
  namespace: string,
): Promise<AccessRules> {
  const review = (await client.raw(
    'POST',
    '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace },
    },
  )) as { status?: Partial<AccessRules> };
  const { incomplete = false, resourceRules } = review.status ?? {};
  return { incomplete, resourceRules: resourceRules ?? [] };
}

/**
 * Whether the rules allow the verb for all objects of a type, or for some.
 *
 * @param resource - `<plural>.<group>`
 * @param covers - whether a rule for the objects of these names is enough; default: no, as to create or list objects
 */
export function isAllowedBy(
  { resourceRules }: AccessRules,
  verb: string,
  resource: string,
  covers: (names: readonly string[]) => boolean = () => false,
): boolean {
  const { group, resource: plural } = parseApiName(resource);
  const includes = (list: readonly string[] | undefined, value: string) =>
    list?.some(item => item === '*' || item === value) ?? false;
  return resourceRules.some(
    rule =>
      includes(rule.verbs, verb) &&
      includes(rule.apiGroups, group) &&
      includes(rule.resources, plural) &&
      (!rule.resourceNames?.length || covers(rule.resourceNames)),
  );
}

/**
 * Whether any of the rules allows the verb for all objects of a type; undefined if none does, and some are missing or
 * incomplete.
 *
 * @param resource - `<plural>.<group>`
 */
export function isAllowedByAny(
  rules: readonly (AccessRules | undefined)[],
  verb: string,
  resource: string,
): boolean | undefined {
  const complete = rules.filter(
    (some): some is AccessRules => some !== undefined && !some.incomplete,
  );
  if (complete.some(some => isAllowedBy(some, verb, resource))) return true;
  return complete.length < rules.length ? undefined : false;
}
