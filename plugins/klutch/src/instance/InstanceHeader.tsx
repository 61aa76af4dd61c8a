/** Header of an instance: service, plan, state and actions. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import LockIcon from '@material-ui/icons/LockOutlined';
import { useState } from 'react';
import { explanationText } from '../shared/explanationText';
import type { AppCluster, ClaimDetail } from '../api/types';
import { useService, useServices } from '../hooks/useQueries';
import type { InstanceTab } from '../hooks/useLinks';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { FormError } from '../shared/FormError';
import { Notice } from '../shared/Notice';
import { OwnershipDialog } from './OwnershipDialog';
import { ownerName } from '../shared/ownerName';
import { ServiceIcon } from '../shared/ServiceIcon';
import { StateLabel, stateText, stateTone } from '../shared/StateLabel';
import { ChangePlanDialog } from './ChangePlanDialog';
import { CreateBindingDialog } from './CreateBindingDialog';
import { DeleteInstanceDialog } from './DeleteInstanceDialog';
import { EditSettingsDialog } from './EditSettingsDialog';
import { GitOpsNotice } from './GitOpsNotice';
import { InstanceMenu, type InstanceDialog } from './InstanceMenu';
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
  text: { flex: 1, minWidth: 260 },
  title: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(0.5, 2),
    marginBottom: theme.spacing(0.5),
  },
  name: { fontSize: 22, fontWeight: 600, lineHeight: 1.3, margin: 0 },
  protection: {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    color: theme.palette.text.secondary,
  },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(0.5, 2),
    color: theme.palette.text.secondary,
  },
  actions: { display: 'flex', alignItems: 'center', gap: theme.spacing(1) },
}));

export function InstanceHeader(props: {
  instance: ClaimDetail;
  cluster: AppCluster | undefined;
  /** Whether to show the claim's message; the overview tab shows the message at the failed hop instead. */
  withMessage: boolean;
  onTab: (tab: InstanceTab) => void;
}) {
  const { instance, cluster, onTab } = props;
  const classes = useStyles();
  const t = useT();
  const services = useServices();
  // Titles and settings; undefined for a service that is no longer offered.
  const service = useService(instance.resource);
  const backUp = useBackUpNow(instance);
  const binding = useRelatedOrder(instance, 'binding');
  const [open, setOpen] = useState<'binding' | InstanceDialog>();
  const icon =
    services.data?.items.find(item => item.resource === instance.resource)
      ?.icon ?? '';
  const close = () => setOpen(undefined);

  return (
    <section
      className={classes.section}
      aria-label={t('instance.head.label', { name: instance.name })}
    >
      <div className={classes.root}>
        <ServiceIcon icon={icon} size={52} />
        <div className={classes.text}>
          <div className={classes.title}>
            <Typography variant="h3" component="h2" className={classes.name}>
              {instance.serviceTitle ?? instance.kind}
            </Typography>
            <Typography variant="body1" component="div">
              <StateLabel claim={instance} />
            </Typography>
            {instance.protected && (
              <Typography
                variant="body2"
                component="div"
                className={classes.protection}
              >
                <LockIcon fontSize="inherit" aria-hidden />
                {t('instance.head.protected')}
              </Typography>
            )}
          </div>
          <Typography variant="body2" component="div" className={classes.facts}>
            {instance.plan && (
              <span>
                {t('instance.head.plan', {
                  plan: instance.planTitle ?? instance.plan,
                })}
              </span>
            )}
            <span>
              {t('instance.head.where', {
                namespace: instance.namespace,
                cluster: cluster?.title ?? instance.cluster,
              })}
            </span>
            {instance.owner && (
              <span title={instance.owner}>
                {t('instance.head.owner', { owner: ownerName(instance.owner) })}
              </span>
            )}
          </Typography>
        </div>
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
          <InstanceMenu
            instance={instance}
            isServiceKnown={service.data !== undefined}
            onOpen={setOpen}
          />
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
      {open === 'binding' && (
        <CreateBindingDialog
          instance={instance}
          onClose={close}
          onCreated={() => {
            close();
            onTab('connect');
          }}
        />
      )}
      {open === 'plan' && (
        <ChangePlanDialog
          instance={instance}
          present={service.data?.plans.find(
            ({ value }) => value === instance.plan,
          )}
          onClose={close}
        />
      )}
      {open === 'settings' && service.data && (
        <EditSettingsDialog
          instance={instance}
          service={service.data}
          onClose={close}
        />
      )}
      {open === 'ownership' && (
        <OwnershipDialog instance={instance} onClose={close} />
      )}
      {open === 'delete' && (
        <DeleteInstanceDialog
          instance={instance}
          cluster={cluster}
          onClose={close}
        />
      )}
    </section>
  );
}
