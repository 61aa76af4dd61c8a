// Which actions RBAC rules allow, and which of them an identity may do.
import { PolicyRule } from '../coreTypes';
import { ResourceAttributes } from './KubeClient';

/** Whether one action is allowed. */
export interface ActionReview {
  /** What was asked about. */
  action: ResourceAttributes;
  /** The answer of the cluster. */
  allowed: boolean;
}

/** Every action on every resource, which only cluster-admin and its like allow. */
export const everyAction: ResourceAttributes = {
  verb: '*',
  group: '*',
  resource: '*',
};

const attributesOf = (
  { apiGroups = [], resourceNames, resources = [], verbs }: PolicyRule,
  namespace: string | undefined,
): ResourceAttributes[] =>
  apiGroups.flatMap(group =>
    resources.flatMap(path => {
      const [resource = '', subresource] = path.split('/');
      return verbs.flatMap(verb =>
        (resourceNames ?? [undefined]).map(name => ({
          verb,
          group,
          resource,
          ...(subresource && { subresource }),
          ...(namespace && { namespace }),
          ...(name && { name }),
        })),
      );
    }),
  );

/** Each action of the rules once, in a namespace or in all. */
export const actionsOf = (
  rules: readonly PolicyRule[],
  namespace?: string,
): ResourceAttributes[] => {
  const actions = rules.flatMap(rule => attributesOf(rule, namespace));
  return [...new Map(actions.map(one => [JSON.stringify(one), one])).values()];
};

/**
 * Asks about all actions at once.
 *
 * @param may - such as {@link KubeClient.canI}; what it throws is thrown
 */
export const reviewActions = (
  actions: readonly ResourceAttributes[],
  may: (action: ResourceAttributes) => Promise<boolean>,
): Promise<ActionReview[]> =>
  Promise.all(
    actions.map(async action => ({ action, allowed: await may(action) })),
  );

/** An action as kubectl auth can-i names it: `patch databases.example.test/status -n team-a`. */
export function actionText(action: ResourceAttributes): string {
  const { group, name, namespace, resource, subresource, verb } = action;
  return [
    verb,
    [
      group ? `${resource}.${group}` : resource,
      ...[subresource ?? name].filter(Boolean),
    ].join('/'),
    ...(namespace ? ['-n', namespace] : []),
  ].join(' ');
}
