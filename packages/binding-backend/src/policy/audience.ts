/** What the configuration says about people: who an API is for when its template does not say, and how people are named; pure. */
import { BindingError } from '../errors/BindingError';
import { unqualifiedNames, type Audience } from './mayBind';

/** `everyone` who can sign in, `nobody`, or the members of these groups. */
export type DefaultAudience = 'everyone' | 'nobody' | readonly string[];

/** What is configured. */
export interface AudienceOptions {
  /** Default `everyone`. */
  defaultAudience?: DefaultAudience;
  /** Where people come from: the issuers of identity providers, and `portalIssuer` where there is a portal. */
  issuers?: readonly string[];
}

/**
 * Who chooses names at one issuer must not join a group of another, so with several issuers every name needs its own.
 * @throws BindingError `Misconfigured` for a default audience whose groups name none; does not name the key
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
      `people sign in at several places (${all.join(', ')}), and ${unqualified.map(name => JSON.stringify(name)).join(', ')} does not say at which of them the group is. Write <issuer>#<group>.`,
    );
  }
  return { byDefault: { groups }, needsIssuer };
};
