/** Card of a service on the Services page: description, versions, and app clusters that bind the service. */
import Card from '@material-ui/core/Card';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { Link } from '@backstage/core-components';
import { useLocation } from 'react-router-dom';
import type { Service } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useT } from '../hooks/useT';
import { ServiceIcon } from '../shared/ServiceIcon';
import { boundText, versionsText } from './boundText';
import { ServiceActions } from './ServiceActions';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: theme.spacing(1.5),
    padding: theme.spacing(2.5),
    height: '100%',
    border: `1px solid ${theme.palette.divider}`,
    boxShadow: 'none',
  },
  head: { display: 'flex', gap: theme.spacing(2), alignItems: 'center' },
  title: { fontSize: 18, fontWeight: 600, lineHeight: 1.3 },
  text: { flex: 1 },
  muted: { color: theme.palette.text.secondary },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
  },
}));

export function ServiceCard({ service }: { service: Service }) {
  const classes = useStyles();
  const t = useT();
  const links = useLinks();
  const { search } = useLocation();
  return (
    <Card
      component="article"
      aria-label={service.title}
      className={classes.root}
    >
      <div className={classes.head}>
        <ServiceIcon icon={service.icon} />
        <div>
          <Typography variant="h5" component="h2" className={classes.title}>
            <Link
              to={`${links.service(service.resource)}${search}`}
              color="inherit"
            >
              {service.title}
            </Link>
          </Typography>
          <Typography variant="body2" className={classes.muted}>
            {versionsText(service)}
          </Typography>
        </div>
      </div>
      <Typography variant="body2" className={classes.text}>
        {service.description}
      </Typography>
      {service.docsUrl && (
        <Typography variant="body2">
          <Link to={service.docsUrl} underline="always">
            {t('services.docsOf', { title: service.title })}
          </Link>
        </Typography>
      )}
      {!service.offered && (
        <Typography variant="body2" className={classes.muted}>
          {t('services.withdrawn')}
        </Typography>
      )}
      <div className={classes.foot}>
        <Typography variant="body2" className={classes.muted}>
          {boundText(service.clusters, t)}
        </Typography>
        <ServiceActions service={service} size="small" />
      </div>
    </Card>
  );
}
