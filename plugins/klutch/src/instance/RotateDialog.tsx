/**
 * Dialog that leads through the rotation of credentials: new ones, change of the applications, removal of the old ones.
 * The service bindings record how far it is, so it can be closed and continued, by anybody.
 */
import DialogContentText from '@material-ui/core/DialogContentText';
import type { Claim, ClaimDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { RotationSteps } from './RotationSteps';
import { UnseenRows } from './UnseenRows';
import { useRotation, type BindingList } from './useRotation';

export function RotateDialog(props: {
  instance: ClaimDetail;
  /** The service binding when the dialog was opened. */
  binding: Claim;
  /** The service bindings of the instance, as they are now. */
  bindings: BindingList;
  onClose: () => void;
}) {
  const { bindings, instance, onClose } = props;
  const t = useT();
  const rotation = useRotation(instance, props.binding, bindings);
  const { action, binding, step, successor } = rotation;
  const names = { old: binding.name, new: successor?.name ?? '' };
  return (
    <Dialog
      wide
      title={t('instance.rotate.title', { name: binding.name })}
      action={action?.label ?? t('shared.close')}
      busy={rotation.isPending}
      ready={action?.isReady}
      destructive={step === 'move'}
      error={rotation.error}
      cancel={t('shared.close')}
      hideCancel={action === undefined}
      onClose={onClose}
      onAction={action?.run ?? onClose}
    >
      <DialogContentText>{t('instance.rotate.text')}</DialogContentText>
      {(step === 'unread' || step === 'create') && (
        <UnseenRows
          instance={instance}
          type="binding"
          complete={bindings.complete}
        />
      )}
      {rotation.reason && <Notice tone="warning">{rotation.reason}</Notice>}
      <RotationSteps rotation={rotation} />
      {step === 'move' && (
        <DialogContentText>
          {t('instance.rotate.removeText', names)}
        </DialogContentText>
      )}
      {step === 'removed' && (
        <Notice tone="ok">{t('instance.rotate.done', names)}</Notice>
      )}
    </Dialog>
  );
}
