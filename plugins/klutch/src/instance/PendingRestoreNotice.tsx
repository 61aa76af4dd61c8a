/**
 * Notice on an instance into which a backup is restored. On an instance that was ordered for a backup, the notice stays
 * until the restore has ended, and anybody can continue the restore, because the claims record its progress.
 */
import Button from '@material-ui/core/Button';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import type { Claim, ClaimDetail, ClaimKey } from '../api/types';
import { useClaim, useClaimsOf, useServices } from '../hooks/useQueries';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { reasonAgainstRestore } from './reasonAgainstRestore';
import { DisabledReason } from '../shared/DisabledReason';
import { Notice } from '../shared/Notice';
import { queryError } from '../shared/QueryState';
import { StateWithMessage } from '../shared/StateWithMessage';
import { pendingRestore, type PendingRestore } from './pendingRestore';
import { RestoreInPlace } from './RestoreInPlace';
import { isHidden, isWhole, UnseenRows } from './UnseenRows';
import { findRelatedApi, useRelatedOrder } from './useRelatedOrder';
import { useRunningRestore } from './useRunningRestore';

function RestoreButton(props: {
  instance: ClaimDetail;
  backup: Claim;
  onRestore: () => void;
}) {
  const t = useT();
  const order = useRelatedOrder(props.instance, 'restore');
  const reason = order.reason ?? reasonAgainstRestore(props.backup, t);
  return (
    <DisabledReason reason={reason}>
      <Button variant="outlined" onClick={props.onRestore}>
        {t('instance.backups.restore')}
      </Button>
    </DisabledReason>
  );
}

/** No restore is under way, so one can be started if the backup still exists. */
function StoppedRestore(props: {
  instance: ClaimDetail;
  backupKey: ClaimKey;
  /** The restore that failed, if there was one. */
  failed: Claim | undefined;
  /** The `complete` of the restores. */
  complete: boolean | undefined;
  onRestore: (backup: Claim) => void;
}) {
  const { instance, backupKey, complete, failed } = props;
  const t = useT();
  const backup = useClaim(backupKey);
  const names = { name: instance.name, backup: backupKey.name };
  // A later restore that is not in the list may have succeeded.
  const isProved = isWhole({ instance, type: 'restore', complete });
  const isUnseen = queryError(backup)?.kind === 'notFound';
  const isGone = isUnseen && !isHidden({ instance, type: 'backup' });
  const found = isUnseen ? undefined : backup.data;
  return (
    <Notice
      tone={failed ? 'error' : 'warning'}
      title={
        failed
          ? t('instance.pendingRestore.failed', names)
          : t('instance.pendingRestore.start', names)
      }
      action={
        found &&
        isProved && (
          <RestoreButton
            instance={instance}
            backup={found}
            onRestore={() => props.onRestore(found)}
          />
        )
      }
    >
      {failed && <StateWithMessage claim={failed} />}
      <UnseenRows instance={instance} type="restore" complete={complete} />
      {isGone && t('instance.pendingRestore.backupGone', names)}
      {isUnseen &&
        !isGone &&
        t('instance.hidden.backup', { namespace: instance.namespace })}
      {!isUnseen && !failed && t('instance.pendingRestore.startText')}
    </Notice>
  );
}

function ProgressNotice(props: {
  instance: ClaimDetail;
  pending: PendingRestore;
  /** The `complete` of the restores. */
  complete: boolean | undefined;
  /** Name of the backup. */
  backup: string;
  onRestore: (backup: Claim) => void;
}) {
  const { instance, pending, backup, complete } = props;
  const { cluster, name, namespace } = instance;
  const t = useT();
  const services = useServices().data?.items;
  if (pending.step === 'wait') {
    return (
      <Notice
        tone="busy"
        title={t('instance.pendingRestore.wait', { backup, name })}
      >
        <StateWithMessage claim={pending.restore} />
      </Notice>
    );
  }
  if (!services) return null;
  const { service: backupApi, reason } = findRelatedApi(
    services,
    'backup',
    instance,
    t,
  );
  const failed = pending.step === 'failed' ? pending.restore : undefined;
  return backupApi ? (
    <StoppedRestore
      instance={instance}
      backupKey={{
        cluster,
        namespace,
        resource: backupApi.resource,
        name: backup,
      }}
      failed={failed}
      complete={complete}
      onRestore={props.onRestore}
    />
  ) : (
    <Notice
      tone={failed ? 'error' : 'warning'}
      title={t(`instance.pendingRestore.${pending.step}`, { backup, name })}
    >
      {failed && <StateWithMessage claim={failed} />}
      {reason}
    </Notice>
  );
}

function NoticeAndDialog(props: { instance: ClaimDetail; backup: string }) {
  const { instance } = props;
  const t = useT();
  const restores = useClaimsOf(instance, 'restore');
  const create = useCreateClaim();
  const [restoring, setRestoring] = useState<Claim>();
  const { complete, items = [] } = restores.data ?? {};
  const pending = restores.data && pendingRestore(instance, items);
  const isUnread = !restores.data && queryError(restores) !== undefined;
  // A restore that is not in the list may exist.
  const isUnproved =
    pending?.step === 'start' &&
    !isWhole({ instance, type: 'restore', complete });
  return (
    <>
      {isUnread && (
        <Notice
          tone="warning"
          title={t('instance.pendingRestore.unread', {
            name: instance.name,
            backup: props.backup,
          })}
        >
          {t('shared.error.retriesAutomatically')}
        </Notice>
      )}
      {pending && !isUnproved && (
        <ProgressNotice
          instance={instance}
          // Another one than it was ordered for may have been restored into it since.
          backup={
            (pending.step === 'start'
              ? undefined
              : pending.restore.backupRef) ?? props.backup
          }
          pending={pending}
          complete={complete}
          onRestore={setRestoring}
        />
      )}
      {restoring && (
        <RestoreInPlace
          instance={instance}
          backup={restoring}
          create={create}
          intro={
            <DialogContentText>
              {t('instance.backups.restoreRight', {
                namespace: instance.namespace,
              })}
            </DialogContentText>
          }
          onClose={() => {
            create.reset();
            setRestoring(undefined);
          }}
        />
      )}
    </>
  );
}

/** Says that a restore overwrites the data of an instance. */
function RunningRestore({ instance }: { instance: ClaimDetail }) {
  const { name } = instance;
  const t = useT();
  const restore = useRunningRestore(instance);
  return restore ? (
    <Notice
      tone="busy"
      title={t('instance.pendingRestore.wait', {
        backup: restore.backupRef ?? restore.name,
        name,
      })}
    >
      <StateWithMessage claim={restore} />
    </Notice>
  ) : null;
}

export function PendingRestoreNotice({ instance }: { instance: ClaimDetail }) {
  return instance.restoreFrom ? (
    <NoticeAndDialog instance={instance} backup={instance.restoreFrom} />
  ) : (
    <RunningRestore instance={instance} />
  );
}
