/** What is known of the rows of an instance's list that the person does not see. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useT } from '../hooks/useT';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { Notice } from '../shared/Notice';

interface RelatedList {
  instance: Pick<Schemas['Claim'], 'may' | 'namespace'>;
  /** The type of the list's claims. */
  type: 'binding' | 'backup' | 'restore';
  /** The `complete` of the list; undefined counts as complete. */
  complete: boolean | undefined;
}

/** Whether rows may exist that the person may not see. */
export const isHidden = ({
  instance: { may },
  type,
}: Omit<RelatedList, 'complete'>): boolean =>
  may?.hidden?.includes(type) ?? false;

/** Whether what the list does not have does not exist. */
export const isWhole = (list: RelatedList): boolean =>
  list.complete !== false && !isHidden(list);

/** Says that rows may be missing, because the person may not see them or for now. */
export function UnseenRows(list: RelatedList) {
  const { complete, instance, type } = list;
  const t = useT();
  return (
    <>
      <IncompleteNotice complete={complete} />
      {isHidden(list) && (
        <Notice tone="warning">
          {t(`instance.hidden.${type}`, { namespace: instance.namespace })}
        </Notice>
      )}
    </>
  );
}
