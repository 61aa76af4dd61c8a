/** Dialog that lists what is deleted together with an instance, and deletes the instance after its name was typed. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import Typography from '@material-ui/core/Typography';
import type { Claim, ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import {
  useDeleteInstance,
  type InstanceDeletion,
} from '../hooks/useClaimMutations';
import { useForbidden } from '../hooks/useForbidden';
import { useClaimsOf } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ErrorState } from '../shared/ErrorState';
import { Notice } from '../shared/Notice';
import { queryError } from '../shared/QueryState';
import { stateText } from '../shared/StateLabel';
import { TypedNameDialog } from '../shared/TypedNameDialog';
import { isHidden, isWhole, UnseenRows } from './UnseenRows';

type ClaimList = NonNullable<ReturnType<typeof useClaimsOf>['data']>;

function ClaimNames(props: { text: string; claims: ClaimList }) {
  const { items, total } = props.claims;
  const t = useT();
  if (items.length === 0) {
    return null;
  }
  return (
    <>
      <DialogContentText>{props.text}</DialogContentText>
      <Typography variant="body2" component="ul">
        {items.map(claim => (
          <li key={claim.uid}>
            <b>{claim.name}</b> ({stateText(claim, t)})
          </li>
        ))}
        {total > items.length && (
          <li>{t('instance.delete.more', { count: total - items.length })}</li>
        )}
      </Typography>
    </>
  );
}

/** What refers to the instance: what is deleted with it, and what stays. */
function Dependants(props: {
  instance: Claim;
  bindings: ClaimList;
  backups: ClaimList;
}) {
  const { bindings, backups, instance } = props;
  const t = useT();
  const { namespace } = instance;
  const lists = [
    { instance, type: 'binding', complete: bindings.complete },
    { instance, type: 'backup', complete: backups.complete },
  ] as const;
  return (
    <>
      <ClaimNames text={t('instance.delete.bindings')} claims={bindings} />
      <ClaimNames
        text={t('instance.delete.backups', { namespace })}
        claims={backups}
      />
      {lists.map(list => (
        <UnseenRows key={list.type} {...list} />
      ))}
      {isHidden({ instance, type: 'binding' }) && (
        <DialogContentText>{t('instance.delete.unseen')}</DialogContentText>
      )}
      {bindings.items.length + backups.items.length === 0 &&
        lists.every(isWhole) && (
          <DialogContentText>{t('instance.delete.nothing')}</DialogContentText>
        )}
    </>
  );
}

/** Whether closing the dialog keeps the instance. */
const isBeforeInstance = (progress: InstanceDeletion | undefined) =>
  progress !== undefined && progress.step !== 'instance';

/** Progress of the deletion; after a failure, what was kept. */
function DeletionProgress(props: {
  instance: string;
  progress: InstanceDeletion;
  failed: boolean;
}) {
  const { instance, progress, failed } = props;
  const t = useT();
  if (progress.step === 'instance') {
    return null;
  }
  const { binding, step } = progress;
  return (
    <DialogContentText role="status">
      {failed
        ? t('instance.delete.stopped', { binding, name: instance })
        : t(`instance.delete.${step}`, { binding })}
    </DialogContentText>
  );
}

/** What keeps an instance: its service bindings are deleted first, so all of it must be possible. */
function useObstacles(instance: ClaimDetail, bindings: readonly Claim[]) {
  const t = useT();
  const deletion = useForbidden(instance);
  const protectedClaims = [instance, ...bindings].filter(
    claim => claim.protected,
  );
  const managed = bindings.filter(claim => claim.managedBy);
  const forbidden =
    bindings.length > 0 && deletion.delete('binding')
      ? t('instance.delete.bindingsForbidden', {
          cluster: instance.clusterTitle,
        })
      : undefined;
  return {
    protectedClaims,
    /** Service bindings that a GitOps tool applies: it would create them again. */
    managed,
    /** Why service bindings cannot be deleted. */
    forbidden,
    /** Whether there are none. */
    areNone:
      protectedClaims.length + managed.length === 0 &&
      forbidden === undefined &&
      !deletion.loading,
  };
}

/** Why the instance cannot be deleted now. */
function Obstacles(props: {
  obstacles: ReturnType<typeof useObstacles>;
  /** Number of service bindings, and of those that were read. */
  total: number;
  read: number;
}) {
  const { obstacles, total, read } = props;
  const { forbidden, managed, protectedClaims } = obstacles;
  const t = useT();
  return (
    <>
      {protectedClaims.length > 0 && (
        <Notice tone="warning">
          {t('instance.delete.protected', {
            names: protectedClaims.map(({ name }) => name).join(', '),
          })}
        </Notice>
      )}
      {managed.length > 0 && (
        <Notice tone="warning">
          {t('instance.delete.managed', {
            names: managed.map(({ name }) => name).join(', '),
          })}
        </Notice>
      )}
      {forbidden && <Notice tone="warning">{forbidden}</Notice>}
      {total > read && (
        <Notice tone="warning">
          {t('instance.delete.tooMany', {
            total: String(total),
            n: String(read),
          })}
        </Notice>
      )}
    </>
  );
}

export function DeleteInstanceDialog(props: {
  instance: ClaimDetail;
  onClose: () => void;
}) {
  const { instance, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const remove = useDeleteInstance();
  const bindings = useClaimsOf(instance, 'binding');
  const backups = useClaimsOf(instance, 'backup');
  const isLoaded = Boolean(bindings.data && backups.data);
  const { complete, items = [], total = 0 } = bindings.data ?? {};
  // The instance would be deleted while bindings that are not read still refer to it. Nothing but the right to see them
  // helps against hidden ones, so those are a matter of a warning.
  const hasUnread = total > items.length || complete === false;
  const problem = queryError(bindings) ?? queryError(backups);
  const obstacles = useObstacles(instance, items);

  return (
    <TypedNameDialog
      title={t('instance.delete.title', { name: instance.name })}
      name={instance.name}
      action={t('instance.delete.action')}
      busy={remove.isPending}
      canStop={isBeforeInstance(remove.progress)}
      ready={isLoaded && !hasUnread && obstacles.areNone}
      error={remove.error}
      onClose={onClose}
      onAction={confirm =>
        remove.mutate(
          { instance, bindings: items, confirm },
          {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('instance.delete.done', { name: instance.name }),
              });
              onClose();
            },
          },
        )
      }
    >
      <DialogContentText>
        {t('instance.delete.text', { cluster: instance.clusterTitle })}
      </DialogContentText>
      <Obstacles obstacles={obstacles} total={total} read={items.length} />
      {problem && <ErrorState error={problem} autoRetry />}
      {!isLoaded && !problem && (
        <DialogContentText>{t('instance.delete.loading')}</DialogContentText>
      )}
      {bindings.data && backups.data && (
        <Dependants
          instance={instance}
          bindings={bindings.data}
          backups={backups.data}
        />
      )}
      {remove.progress && (
        <DeletionProgress
          instance={instance.name}
          progress={remove.progress}
          failed={remove.isError}
        />
      )}
    </TypedNameDialog>
  );
}
