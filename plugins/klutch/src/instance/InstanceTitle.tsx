/** What an instance is: service, state, plan, place and owner. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import LockIcon from '@material-ui/icons/LockOutlined';
import type { ClaimDetail } from '../api/types';
import { useListedService } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ownerName } from '../shared/ownerName';
import { ServiceIcon } from '../shared/ServiceIcon';
import { StateLabel } from '../shared/StateLabel';

const useStyles = makeStyles(theme => ({
  text: { flex: 1, minWidth: 'min(260px, 100%)' },
  title: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(0.5, 2),
    marginBottom: theme.spacing(0.5),
  },
  name: { fontSize: 18, fontWeight: 600, lineHeight: 1.3, margin: 0 },
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
    '& > *': { minWidth: 0, overflowWrap: 'anywhere' },
  },
}));

export function InstanceTitle({ instance }: { instance: ClaimDetail }) {
  const classes = useStyles();
  const t = useT();
  const icon = useListedService(instance.resource)?.icon ?? '';
  return (
    <>
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
              cluster: instance.clusterTitle,
            })}
          </span>
          {instance.owner && (
            <span title={instance.owner}>
              {t('instance.head.owner', { owner: ownerName(instance.owner) })}
            </span>
          )}
        </Typography>
      </div>
    </>
  );
}
