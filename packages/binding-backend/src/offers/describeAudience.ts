/** Who may bind an API, as text for users; pure. */
import { isRestricted, type Policy } from '../policy/mayBind';

/** One sentence. Contains names of groups and issuers, but not of users. */
export const describeAudience = (policy: Policy): string => {
  if (!isRestricted(policy)) return 'Everybody who can sign in may bind it.';
  const { groups = [], issuers = [], users = [] } = policy;
  const some = [
    ...(issuers.length > 0 ? [`everybody of ${issuers.join(', ')}`] : []),
    ...(groups.length > 0 ? [`members of ${groups.join(', ')}`] : []),
    ...(users.length > 0 ? ['some people by name'] : []),
  ];
  return some.length > 0
    ? `Only some may bind it: ${some.join(', and ')}.`
    : 'Nobody may bind it.';
};
