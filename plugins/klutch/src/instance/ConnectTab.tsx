/** Connect tab: the service bindings of an instance, and the revealed credentials of one service binding. */
import { useState } from 'react';
import type { Claim, ClaimDetail } from '../api/types';
import { useForbidden } from '../hooks/useForbidden';
import { useClaimsOf, useListedService } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { BindingsTable } from './BindingsTable';
import { UsedBy } from './UsedBy';
import { CreateBindingButton } from './CreateBindingButton';
import { DeleteClaimDialog } from './DeleteClaimDialog';
import { newestFirst } from './newestFirst';
import { RevealSection } from './RevealSection';
import { RotateDialog } from './RotateDialog';
import { isWhole, UnseenRows } from './UnseenRows';
import { useRelatedOrder } from './useRelatedOrder';
import { useReveal } from './useReveal';

export function ConnectTab({ instance }: { instance: ClaimDetail }) {
  const t = useT();
  const bindings = useClaimsOf(instance, 'binding');
  const order = useRelatedOrder(instance, 'binding');
  const forbidden = useForbidden(instance);
  const reveal = useReveal();
  const [deleting, setDeleting] = useState<Claim>();
  const [rotating, setRotating] = useState<Claim>();
  const serviceType =
    useListedService(instance.resource)?.serviceType ?? instance.kind;
  const { complete } = bindings.data ?? {};
  const list = { instance, type: 'binding', complete } as const;
  return (
    <>
      <Section
        title={t('instance.connect.title')}
        actions={<CreateBindingButton instance={instance} />}
      >
        <QueryState query={bindings} label={t('instance.connect.what')}>
          {({ items, total }) => (
            <>
              <UnseenRows {...list} />
              {items.length === 0 && isWhole(list) && (
                <EmptyState>
                  {order.isUnsupported
                    ? order.reason
                    : t('instance.connect.hint')}
                </EmptyState>
              )}
              {items.length > 0 && (
                <BindingsTable
                  bindings={newestFirst(items)}
                  total={total}
                  forbidden={forbidden}
                  onReveal={reveal.ask}
                  onRotate={setRotating}
                  onDelete={setDeleting}
                />
              )}
            </>
          )}
        </QueryState>
      </Section>
      <RevealSection reveal={reveal} serviceType={serviceType} />
      {rotating && bindings.data && (
        <RotateDialog
          instance={instance}
          binding={rotating}
          bindings={bindings.data}
          onClose={() => setRotating(undefined)}
        />
      )}
      {deleting && (
        <DeleteClaimDialog
          claim={deleting}
          title={t('instance.connect.deleteTitle', { name: deleting.name })}
          text={t('instance.connect.deleteText', { instance: instance.name })}
          action={t('instance.connect.deleteAction')}
          done={t('instance.connect.deleted', { name: deleting.name })}
          onClose={() => setDeleting(undefined)}
        >
          <UsedBy binding={deleting} />
        </DeleteClaimDialog>
      )}
    </>
  );
}
