/** Who may bind an API, in one line. */
import type { T } from '../../hooks/useT';
import type { Audience } from './templateContents';

function namesText({ groups, users }: Audience, t: T): string {
  if (!groups && !users) return t('templates.audience.default');
  const names = [...(groups ?? []), ...(users ?? [])];
  return names.length > 0 ? names.join(', ') : t('templates.audience.nobody');
}

export const audienceText = (audience: Audience, t: T): string =>
  `${t('templates.audience.title')}: ${namesText(audience, t)}`;
