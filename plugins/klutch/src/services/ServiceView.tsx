/** One service: description, plans and versions of each backend, and app clusters that bind the service. */
import { Link } from '@backstage/core-components';
import Grid from '@material-ui/core/Grid';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import CheckIcon from '@material-ui/icons/CheckCircleOutline';
import RemoveIcon from '@material-ui/icons/RemoveCircleOutline';
import { useMemo, useState } from 'react';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { unavailableText } from '../shared/ruleText';
import { Section } from '../shared/Section';
import { ServiceIcon } from '../shared/ServiceIcon';
import { BackendField } from '../plans/BackendField';
import { backendsOf, withComposition } from '../plans/compositions';
import { PlanTable } from '../plans/PlanTable';
import { ServiceActions } from './ServiceActions';
import { TechnicalDetails } from './TechnicalDetails';

const useStyles = makeStyles(theme => ({
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(3),
  },
  // The basis lets the text share a line with the icon on a phone, and the buttons follow below.
  text: { flex: '1 1 240px', maxWidth: 760, marginRight: 'auto' },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  item: {
    display: 'flex',
    gap: theme.spacing(1),
    padding: theme.spacing(0.75, 0),
    alignItems: 'flex-start',
  },
  muted: { color: theme.palette.text.secondary },
}));

function Availability({ good }: { good: boolean }) {
  return good ? (
    <CheckIcon fontSize="small" aria-hidden />
  ) : (
    <RemoveIcon fontSize="small" color="disabled" aria-hidden />
  );
}

/** A list of what is available or not, with an explanation below each title. */
function AvailabilityList(props: {
  items: { id: string; title: string; good: boolean; note?: string }[];
}) {
  const classes = useStyles();
  return (
    <ul className={classes.list}>
      {props.items.map(({ id, title, good, note }) => (
        <li key={id} className={classes.item}>
          <Availability good={good} />
          <div>
            <Typography variant="body2">{title}</Typography>
            {note && (
              <Typography variant="body2" className={classes.muted}>
                {note}
              </Typography>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function ServiceView({ service }: { service: ServiceDetail }) {
  const classes = useStyles();
  const t = useT();
  const backends = useMemo(() => backendsOf(service), [service]);
  const [composition, setComposition] = useState<string>();
  const { plans, versions } = withComposition(service, composition);
  return (
    <>
      {!service.offered && (
        <Notice tone="neutral">{t('services.withdrawn')}</Notice>
      )}
      <div className={classes.head}>
        <ServiceIcon icon={service.icon} size={56} />
        <Typography variant="body1" className={classes.text}>
          {service.description}{' '}
          {service.docsUrl && (
            <Link to={service.docsUrl} underline="always">
              {t('services.service.docs')}
            </Link>
          )}
        </Typography>
        {service.type === 'instance' && (
          <ServiceActions service={service} composition={composition} />
        )}
      </div>
      <Grid container spacing={3}>
        <Grid item xs={12} md={8}>
          <Section title={t('services.service.plans')}>
            {backends.length > 0 && (
              <BackendField
                backends={backends}
                byDefault={service.defaultComposition}
                value={composition}
                onChange={setComposition}
              />
            )}
            <PlanTable plans={plans} />
          </Section>
        </Grid>
        <Grid item xs={12} md={4}>
          <Section title={t('services.service.versions')}>
            <AvailabilityList
              items={versions.map(version => ({
                id: version.value,
                title: version.title,
                good: version.available,
                note: version.available
                  ? undefined
                  : unavailableText(version, t),
              }))}
            />
          </Section>
          <Section title={t('services.service.where')}>
            {service.clusters.length === 0 && (
              <Typography variant="body2">
                {t('services.service.noClusters')}
              </Typography>
            )}
            <AvailabilityList
              items={service.clusters.map(({ id, title, bound }) => ({
                id,
                title,
                good: bound,
                note: bound
                  ? t('services.service.bound')
                  : t('services.service.notBound'),
              }))}
            />
          </Section>
          <TechnicalDetails service={service} />
        </Grid>
      </Grid>
    </>
  );
}
