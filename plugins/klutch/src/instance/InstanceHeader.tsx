/** Header of an instance: service, plan, state and actions. */
import Button from '@material-ui/core/Button';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import { explanationText } from '../shared/explanationText';
import type { ClaimDetail } from '../api/types';
import { useServiceOf } from './useServiceOf';
import type { InstanceTab } from '../hooks/useLinks';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { FormError } from '../shared/FormError';
import { Notice } from '../shared/Notice';
import { stateText, stateTone } from '../shared/StateLabel';
import { GitOpsNotice } from './GitOpsNotice';
import { InstanceDialogs } from './InstanceDialogs';
import { InstanceMenu, type InstanceDialog } from './InstanceMenu';
import { InstanceTitle } from './InstanceTitle';
import { useBackUpNow } from './useBackUpNow';
import { useRelatedOrder } from './useRelatedOrder';

const useStyles = makeStyles(theme => ({
  section: { marginBottom: theme.spacing(2) },
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(2),
  },
  actions: { display: 'flex', alignItems: 'center', gap: theme.spacing(1) },
}));

export function InstanceHeader(props: {
  instance: ClaimDetail;
  /** Whether to show the claim's message; the overview tab shows the message at the failed hop instead. */
  withMessage: boolean;
  onTab: (tab: InstanceTab) => void;
}) {
  const { instance, onTab } = props;
  const classes = useStyles();
  const t = useT();
  const service = useServiceOf(instance);
  const backUp = useBackUpNow(instance);
  const binding = useRelatedOrder(instance, 'binding');
  const [open, setOpen] = useState<'binding' | InstanceDialog>();
  const close = () => setOpen(undefined);

  return (
    <section
      className={classes.section}
      aria-label={t('instance.head.label', { name: instance.name })}
    >
      <div className={classes.root}>
        <InstanceTitle instance={instance} />
        <div className={classes.actions}>
          <DisabledReason reason={backUp.reason}>
            <Button
              variant="outlined"
              disabled={backUp.disabled}
              onClick={() => backUp.start(() => onTab('backups'))}
            >
              {t('instance.action.backup')}
            </Button>
          </DisabledReason>
          <DisabledReason reason={binding.reason}>
            <Button
              variant="outlined"
              disabled={!binding.ready}
              onClick={() => setOpen('binding')}
            >
              {t('instance.action.bind')}
            </Button>
          </DisabledReason>
          <InstanceMenu instance={instance} onOpen={setOpen} />
        </div>
      </div>
      <FormError error={backUp.error} />
      {instance.managedBy && (
        <GitOpsNotice name={instance.name} managedBy={instance.managedBy} />
      )}
      {props.withMessage && instance.message && (
        <Notice tone={stateTone(instance.state)} title={stateText(instance, t)}>
          {explanationText(instance, t)}
        </Notice>
      )}
      <InstanceDialogs
        open={open}
        instance={instance}
        service={service}
        onClose={close}
        onBindingCreated={() => {
          close();
          onTab('connect');
        }}
      />
    </section>
  );
}
