/** The state of a service binding, backup or restore; for one that is not ready, a dialog shows how far it is and why. */
import Button from '@material-ui/core/Button';
import { useState } from 'react';
import type { Claim } from '../api/types';
import { useClaim } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { QueryState } from '../shared/QueryState';
import { StateWithMessage } from '../shared/StateWithMessage';
import { hasProgress, ProgressStepper } from './ProgressStepper';
import { TraceSection } from './TraceSection';

function ProgressDialog(props: { claim: Claim; onClose: () => void }) {
  const { claim, onClose } = props;
  const t = useT();
  const detail = useClaim(claim);
  const title = t('instance.hops.titleOf', { name: claim.name });
  return (
    <Dialog
      wide
      title={title}
      action={t('shared.close')}
      hideCancel
      onAction={onClose}
      onClose={onClose}
    >
      <QueryState query={detail} label={title}>
        {({ hops }) => <ProgressStepper hops={hops} />}
      </QueryState>
      <TraceSection claim={claim} />
    </Dialog>
  );
}

export function StateWithProgress({ claim }: { claim: Claim }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <StateWithMessage claim={claim} />
      {hasProgress(claim) && (
        <div>
          <Button
            size="small"
            aria-label={t('instance.hops.showOf', { name: claim.name })}
            onClick={() => setOpen(true)}
          >
            {t('instance.hops.show')}
          </Button>
        </div>
      )}
      {isOpen && (
        <ProgressDialog claim={claim} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
