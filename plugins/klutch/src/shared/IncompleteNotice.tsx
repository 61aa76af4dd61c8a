/** Says that rows of a list may be missing; then the list is no proof that something does not exist. */
import { useT } from '../hooks/useT';
import { Notice } from './Notice';

export function IncompleteNotice(props: {
  /** The `complete` of the list; undefined counts as complete. */
  complete: boolean | undefined;
}) {
  const t = useT();
  return props.complete === false ? (
    <Notice tone="neutral">{t('shared.incomplete')}</Notice>
  ) : null;
}
