/** The button that creates a service binding, disabled with the reason where none can be created. */
import Button from '@material-ui/core/Button';
import { useState } from 'react';
import type { ClaimDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { CreateBindingDialog } from './CreateBindingDialog';
import { useRelatedOrder } from './useRelatedOrder';

export function CreateBindingButton({ instance }: { instance: ClaimDetail }) {
  const t = useT();
  const { ready, reason } = useRelatedOrder(instance, 'binding');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <DisabledReason reason={reason}>
        <Button
          variant="contained"
          color="primary"
          disabled={!ready}
          onClick={() => setIsOpen(true)}
        >
          {t('instance.connect.create')}
        </Button>
      </DisabledReason>
      {isOpen && (
        <CreateBindingDialog
          instance={instance}
          onClose={close}
          onCreated={close}
        />
      )}
    </>
  );
}
