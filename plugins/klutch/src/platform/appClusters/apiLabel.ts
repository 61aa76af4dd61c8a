/** How an offered API is named where it can be chosen. */
import type { ExportTemplate } from '../../api/types';
import type { T } from '../../hooks/useT';

export function apiLabel(
  { mayBind, title }: ExportTemplate,
  isBound: boolean,
  t: T,
): string {
  if (mayBind === false) return t('platform.bind.notForYou', { title });
  return isBound ? t('platform.bind.again', { title }) : title;
}
