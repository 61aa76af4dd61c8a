/** The Services page: a card for every service. */
import InputAdornment from '@material-ui/core/InputAdornment';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import Button from '@material-ui/core/Button';
import { makeStyles } from '@material-ui/core/styles';
import SearchIcon from '@material-ui/icons/Search';
import { Link } from 'react-router-dom';
import type { Service } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useMe, useServices } from '../hooks/useQueries';
import { useSearchFilter } from '../hooks/useSearchFilter';
import { useT } from '../hooks/useT';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { EmptyState } from '../shared/EmptyState';
import { PageFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';
import { Skeleton } from '../shared/Skeleton';
import { filterServices } from './filterServices';
import { OwnRequestsSection } from './OwnRequestsSection';
import { ServiceCard } from './ServiceCard';

const useStyles = makeStyles(theme => ({
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(3),
  },
  search: { width: 320 },
  choice: { width: 220 },
  cards: {
    marginBottom: theme.spacing(3),
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(340px, 1fr))',
    gap: theme.spacing(3),
  },
}));

interface ServiceFilter {
  search: string;
  cluster: string;
  kind: string;
}

/** A choice that narrows the services; nothing where there is only one value. */
function FilterChoice(props: {
  id: string;
  label: string;
  any: string;
  choices: { id: string; title: string }[];
  value: string;
  onChange: (value: string) => void;
}) {
  const { choices } = props;
  const classes = useStyles();
  if (choices.length < 2) return null;
  return (
    <TextField
      id={props.id}
      className={classes.choice}
      size="small"
      variant="outlined"
      select
      label={props.label}
      value={props.value}
      SelectProps={{ displayEmpty: true }}
      InputLabelProps={{ shrink: true }}
      onChange={event => props.onChange(event.target.value)}
    >
      <MenuItem value="">{props.any}</MenuItem>
      {choices.map(({ id, title }) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  );
}

function ServiceFilters(props: {
  services: Service[];
  filter: ServiceFilter;
  onChange: (change: Partial<ServiceFilter>) => void;
}) {
  const { services, filter, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const kinds = [...new Set(services.map(({ kind }) => kind))].sort();
  return (
    <div className={classes.filters} role="search">
      <TextField
        id="klutch-services-search"
        className={classes.search}
        size="small"
        variant="outlined"
        type="search"
        label={t('services.search')}
        value={filter.search}
        onChange={event => onChange({ search: event.target.value })}
        InputProps={{
          endAdornment: (
            <InputAdornment position="end">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        }}
      />
      <FilterChoice
        id="klutch-services-kind"
        label={t('services.kind')}
        any={t('services.anyKind')}
        choices={kinds.map(kind => ({ id: kind, title: kind }))}
        value={filter.kind}
        onChange={kind => onChange({ kind })}
      />
      <FilterChoice
        id="klutch-services-cluster"
        label={t('services.cluster')}
        any={t('services.anyCluster')}
        choices={services[0]?.clusters ?? []}
        value={filter.cluster}
        onChange={cluster => onChange({ cluster })}
      />
    </div>
  );
}

function ServiceCards({ services }: { services: Service[] }) {
  const classes = useStyles();
  const t = useT();
  const links = useLinks();
  const me = useMe();
  const [filter, setFilter] = useSearchFilter(['search', 'cluster', 'kind']);
  const offered = services.filter(service => service.type === 'instance');
  const isKnown = offered.some(({ kind }) => kind === filter.kind);
  const present = { ...filter, kind: isKnown ? filter.kind : '' };
  const shown = filterServices(services, present);

  if (offered.length === 0) {
    return (
      <EmptyState
        action={
          me.data?.operator && (
            <Button
              variant="contained"
              color="primary"
              component={Link}
              to={links.platform('export-templates')}
            >
              {t('services.emptyOperator')}
            </Button>
          )
        }
      >
        {t('services.empty')}
      </EmptyState>
    );
  }
  return (
    <>
      <ServiceFilters
        services={offered}
        filter={present}
        onChange={setFilter}
      />
      {shown.length === 0 ? (
        <EmptyState>{t('services.noMatch')}</EmptyState>
      ) : (
        <div className={classes.cards}>
          {shown.map(service => (
            <ServiceCard key={service.resource} service={service} />
          ))}
        </div>
      )}
    </>
  );
}

export function ServicesPage() {
  const t = useT();
  const services = useServices();
  return (
    <PageFrame active="services">
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <QueryState
        query={services}
        label={t('services.what')}
        skeleton={<Skeleton label={t('services.what')} rows={2} height={168} />}
      >
        {data => <ServiceCards services={data.items} />}
      </QueryState>
      <OwnRequestsSection />
    </PageFrame>
  );
}
