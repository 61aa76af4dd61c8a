/** Configuration of who may bind: the default audience of templates, and the names of users and groups; pure. */
import { BindingError } from '../errors/BindingError';
import { unqualifiedNames, type Audience } from './mayBind';

/** `everyone` who can sign in, `nobody`, or the members of these groups. */
export type DefaultAudience = 'everyone' | 'nobody' | readonly string[];

/** Configuration of the audience. */
export interface AudienceOptions {
  /** Default `everyone`. */
  defaultAudience?: DefaultAudience;
  /** Issuers that users sign in with: those of identity providers, and `portalIssuer` where there is a portal. */
  issuers?: readonly string[];
}

/**
 * A user who can choose names at one issuer must not become a member of another issuer's group, so with several issuers
 * every name needs its issuer.
 * @throws BindingError `Misconfigured` for a default audience with groups without issuer; the message does not name the
 * configuration key
 */
export const audienceOf = ({
  defaultAudience = 'everyone',
  issuers = [],
}: AudienceOptions): Audience => {
  const all = [...new Set(issuers)];
  const needsIssuer = all.length > 1;
  if (defaultAudience === 'everyone') return { byDefault: {}, needsIssuer };
  const groups = defaultAudience === 'nobody' ? [] : defaultAudience;
  const unqualified = needsIssuer ? unqualifiedNames({ groups }) : [];
  if (unqualified.length > 0) {
    throw new BindingError(
      'Misconfigured',
      `users sign in at several issuers (${all.join(', ')}), and ${unqualified.map(name => JSON.stringify(name)).join(', ')} does not name the issuer of the group. Write <issuer>#<group>.`,
    );
  }
  return { byDefault: { groups }, needsIssuer };
};
