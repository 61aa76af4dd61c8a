/** Who may bind an API, in one line. */
import type { T } from '../../hooks/useT';
import type { Audience } from './templateContents';

/** Issuer of the people and app clusters of this portal, as the REST document has it. */
const portalIssuer = 'klutch-portal';

export const issuerText = (issuer: string, t: T): string =>
  issuer === portalIssuer ? t('templates.audience.thisPortal') : issuer;

function namesText({ groups, issuers, users }: Audience, t: T): string {
  if (!groups && !users && !issuers) return t('templates.audience.default');
  const names = [
    ...(issuers ?? []).map(issuer =>
      t('templates.audience.everybodyOf', { issuer: issuerText(issuer, t) }),
    ),
    ...(groups ?? []),
    ...(users ?? []),
  ];
  return names.length > 0 ? names.join(', ') : t('templates.audience.nobody');
}

export const audienceText = (audience: Audience, t: T): string =>
  `${t('templates.audience.title')}: ${namesText(audience, t)}`;
