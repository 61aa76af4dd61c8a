/** Actions on the selected instances, and why they were not done for some. */
import { useApi } from '@backstage/core-plugin-api';
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import type { Claim } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import type { ActionAccess } from '../hooks/ActionAccess';
import { useIsShown } from '../hooks/useIsShown';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { Notice } from '../shared/Notice';
import { useBackUpAll, useProtectAll, type Refusal } from './useBulkActions';
import { useSelectionAccess } from './useSelectionAccess';

const useStyles = makeStyles(theme => ({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(1),
    padding: theme.spacing(1, 0),
  },
  count: { marginRight: theme.spacing(1) },
}));

export function SelectionBar(props: {
  instances: readonly Claim[];
  onSelect: (instances: readonly Claim[]) => void;
}) {
  const { instances, onSelect } = props;
  const classes = useStyles();
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const backUp = useBackUpAll();
  const protect = useProtectAll();
  const access = useSelectionAccess(instances);
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const isShown = useIsShown();
  const isBusy = backUp.isPending || protect.isPending;

  const run = async (
    action: typeof backUp,
    done: 'instances.backedUp' | 'instances.protected',
  ) => {
    setRefusals([]);
    const refused = await action.mutateAsync(instances);
    const count = instances.length - refused.length;
    if (count > 0) {
      toastApi.post({ tone: 'success', text: t(done, { count }) });
    }
    // On another page there is no notice of them.
    if (refused.length > 0 && !isShown()) {
      const names = refused.map(({ instance }) => instance.name).join(', ');
      toastApi.post({
        tone: 'error',
        text: `${t('instances.failed')} ${names}`,
      });
    }
    setRefusals(refused);
    onSelect(refused.map(({ instance }) => instance));
  };
  return (
    <>
      {instances.length > 0 && (
        <div className={classes.bar} role="group" aria-busy={isBusy}>
          <Typography className={classes.count} role="status">
            {t('instances.selected', { count: instances.length })}
          </Typography>
          <BulkButton
            text={t('instances.backUp')}
            access={access.backUp}
            disabled={isBusy}
            onClick={() => run(backUp, 'instances.backedUp')}
          />
          <BulkButton
            text={t('instances.protect')}
            access={access.protect}
            disabled={isBusy}
            onClick={() => run(protect, 'instances.protected')}
          />
          <Button size="small" disabled={isBusy} onClick={() => onSelect([])}>
            {t('instances.clearSelection')}
          </Button>
        </div>
      )}
      {refusals.length > 0 && (
        <Notice tone="error" title={t('instances.failed')}>
          {refusals.map(({ instance, reason }) => (
            <div key={instance.uid}>
              {instance.name}: {reason}
            </div>
          ))}
          <Button size="small" onClick={() => setRefusals([])}>
            {t('shared.close')}
          </Button>
        </Notice>
      )}
    </>
  );
}

function BulkButton(props: {
  text: string;
  access: ActionAccess;
  disabled: boolean;
  onClick: () => void;
}) {
  const { loading, reason } = props.access;
  return (
    <DisabledReason reason={reason}>
      <Button
        variant="outlined"
        size="small"
        disabled={props.disabled || loading}
        onClick={props.onClick}
      >
        {props.text}
      </Button>
    </DisabledReason>
  );
}
