/** One service: description, plans, versions, and app clusters that bind the service. */
import { Link } from '@backstage/core-components';
import Grid from '@material-ui/core/Grid';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import CheckIcon from '@material-ui/icons/CheckCircleOutline';
import RemoveIcon from '@material-ui/icons/RemoveCircleOutline';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { DescriptionList } from '../shared/DescriptionList';
import { Disclosure } from '../shared/Disclosure';
import { Notice } from '../shared/Notice';
import { Section } from '../shared/Section';
import { ServiceIcon } from '../shared/ServiceIcon';
import { PlanTable } from './PlanTable';
import { ServiceActions } from './ServiceActions';

const useStyles = makeStyles(theme => ({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(3),
  },
  text: { maxWidth: 760, marginRight: 'auto' },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  item: {
    display: 'flex',
    gap: theme.spacing(1),
    padding: theme.spacing(0.75, 0),
    alignItems: 'flex-start',
  },
  muted: { color: theme.palette.text.secondary },
}));

export function ServiceView({ service }: { service: ServiceDetail }) {
  const classes = useStyles();
  const t = useT();
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
        {service.type === 'instance' && <ServiceActions service={service} />}
      </div>
      <Grid container spacing={3}>
        <Grid item xs={12} md={8}>
          <Section title={t('services.service.plans')}>
            <PlanTable plans={service.plans} />
          </Section>
        </Grid>
        <Grid item xs={12} md={4}>
          <Section title={t('services.service.versions')}>
            <ul className={classes.list}>
              {service.versions.map(version => (
                <li key={version.value} className={classes.item}>
                  <Availability good={version.available} />
                  <div>
                    <Typography variant="body2">{version.title}</Typography>
                    {!version.available && (
                      <Typography variant="body2" className={classes.muted}>
                        {version.reason ?? t('services.plan.notAvailable')}
                      </Typography>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </Section>
          <Section title={t('services.service.where')}>
            {service.clusters.length === 0 && (
              <Typography variant="body2">
                {t('services.service.noClusters')}
              </Typography>
            )}
            <ul className={classes.list}>
              {service.clusters.map(cluster => (
                <li key={cluster.id} className={classes.item}>
                  <Availability good={cluster.bound} />
                  <div>
                    <Typography variant="body2">{cluster.title}</Typography>
                    <Typography variant="body2" className={classes.muted}>
                      {cluster.bound
                        ? t('services.service.bound')
                        : t('services.service.notBound')}
                    </Typography>
                  </div>
                </li>
              ))}
            </ul>
          </Section>
          <Disclosure title={t('shared.details')}>
            <DescriptionList
              items={[
                {
                  name: t('services.service.resource'),
                  value: <code>{service.resource}</code>,
                },
                {
                  name: t('services.service.apiVersion'),
                  value: <code>{service.apiVersion}</code>,
                },
                {
                  name: t('services.service.kind'),
                  value: <code>{service.kind}</code>,
                },
                ...(service.defaultComposition
                  ? [
                      {
                        name: t('services.service.composition'),
                        value: <code>{service.defaultComposition}</code>,
                      },
                    ]
                  : []),
              ]}
            />
          </Disclosure>
        </Grid>
      </Grid>
    </>
  );
}

function Availability({ good }: { good: boolean }) {
  return good ? (
    <CheckIcon fontSize="small" aria-hidden />
  ) : (
    <RemoveIcon fontSize="small" color="disabled" aria-hidden />
  );
}
