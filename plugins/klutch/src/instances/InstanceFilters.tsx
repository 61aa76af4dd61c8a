/** Filters of the list of instances. */
import Button from '@material-ui/core/Button';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import type { AppCluster, Claim } from '../api/types';
import { useT } from '../hooks/useT';
import {
  instanceFilters,
  optionsOf,
  type FilterOption,
  type InstanceFilter,
} from './filterInstances';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(3),
  },
  search: { width: 240 },
  choice: { width: 170 },
}));

export function InstanceFilters(props: {
  claims: Claim[];
  clusters: AppCluster[];
  filter: InstanceFilter;
  onChange: (change: Partial<InstanceFilter>) => void;
}) {
  const { claims, clusters, filter, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const choices: {
    key: 'cluster' | 'namespace' | 'service' | 'state';
    options: FilterOption[];
  }[] = [
    {
      key: 'cluster',
      options: clusters.map(({ id, title }) => ({ value: id, title })),
    },
    {
      key: 'namespace',
      options: optionsOf(claims, ({ namespace }) => ({
        value: namespace,
        title: namespace,
      })),
    },
    {
      key: 'service',
      options: optionsOf(claims, claim => ({
        value: claim.resource,
        title: claim.serviceTitle ?? claim.kind,
      })),
    },
    {
      key: 'state',
      options: optionsOf(claims, ({ state }) => ({
        value: state,
        title: t(`shared.state.${state}`),
      })),
    },
  ];
  const filtered = instanceFilters.some(key => filter[key] !== '');
  return (
    <div className={classes.root} role="search">
      <TextField
        id="klutch-instances-search"
        className={classes.search}
        size="small"
        variant="outlined"
        type="search"
        label={t('instances.search')}
        value={filter.search}
        onChange={event => onChange({ search: event.target.value })}
      />
      {choices.map(({ key, options }) => (
        <TextField
          key={key}
          id={`klutch-instances-${key}`}
          className={classes.choice}
          size="small"
          variant="outlined"
          select
          label={t(`instances.${key}`)}
          value={filter[key]}
          onChange={event => onChange({ [key]: event.target.value })}
          SelectProps={{ displayEmpty: true }}
          InputLabelProps={{ shrink: true }}
        >
          <MenuItem value="">{t('instances.any')}</MenuItem>
          {/* Keeps a filter value from the URL selectable when no instance has the value. */}
          {filter[key] &&
            !options.some(option => option.value === filter[key]) && (
              <MenuItem value={filter[key]}>{filter[key]}</MenuItem>
            )}
          {options.map(option => (
            <MenuItem key={option.value} value={option.value}>
              {option.title}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {filtered && (
        <Button
          onClick={() =>
            onChange(Object.fromEntries(instanceFilters.map(key => [key, ''])))
          }
        >
          {t('instances.clear')}
        </Button>
      )}
    </div>
  );
}
