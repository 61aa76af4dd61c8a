/** Filters of the list of instances. */
import Button from '@material-ui/core/Button';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import type { ClaimFacets, ClaimState } from '../api/types';
import { useT } from '../hooks/useT';
import { ownerName } from '../shared/ownerName';
import {
  choiceFilters,
  instanceFilters,
  type ChoiceFilter,
  type InstanceFilter,
} from './instanceList';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(3),
  },
  search: { width: 240 },
  choice: { width: 160 },
}));

export function InstanceFilters(props: {
  /** Values to choose from, with the number of instances. */
  facets: ClaimFacets;
  clusterTitle: (id: string) => string;
  filter: InstanceFilter;
  onChange: (change: Partial<InstanceFilter>) => void;
}) {
  const { facets, clusterTitle, filter, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const titles: Record<ChoiceFilter, (value: string) => string> = {
    cluster: clusterTitle,
    namespace: value => value,
    service: value => value,
    state: value => t(`shared.state.${value as ClaimState}`),
    owner: ownerName,
  };
  const optionsOf = (key: ChoiceFilter) => {
    const options = facets[key === 'service' ? 'resource' : key].map(
      ({ value, title, count }) => ({
        value,
        title: `${title ?? titles[key](value)} (${count})`,
      }),
    );
    const chosen = filter[key];
    // Keeps a value from the URL selectable when no instance has the value.
    return chosen && !options.some(({ value }) => value === chosen)
      ? [{ value: chosen, title: chosen }, ...options]
      : options;
  };
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
        inputProps={{ maxLength: 200 }}
      />
      {choiceFilters.map(key => (
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
          {optionsOf(key).map(({ value, title }) => (
            <MenuItem key={value} value={value}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {instanceFilters.some(key => filter[key] !== '') && (
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
