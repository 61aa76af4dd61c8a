/** Filters of the list of instances. */
import Button from '@material-ui/core/Button';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles, type Theme } from '@material-ui/core/styles';
import useMediaQuery from '@material-ui/core/useMediaQuery';
import { useState } from 'react';
import type { ClaimFacets, ClaimState } from '../api/types';
import { useT } from '../hooks/useT';
import { Disclosure } from '../shared/Disclosure';
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
  choices: { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(2) },
}));

interface FilterProps {
  /** Values to choose from, with the number of instances. */
  facets: ClaimFacets;
  clusterTitle: (id: string) => string;
  filter: InstanceFilter;
  onChange: (change: Partial<InstanceFilter>) => void;
}

/** The filters with a list of values. */
function Choices(props: FilterProps) {
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
    <div className={classes.choices}>
      {choiceFilters.map(key => (
        <TextField
          key={key}
          id={`klutch-instances-${key}`}
          className={classes.choice}
          size="small"
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
    </div>
  );
}

/** On phones the choices are folded, because they would fill the screen; open where one is made already. */
function FoldedChoices(props: FilterProps) {
  const { filter } = props;
  const t = useT();
  const [isOpen] = useState(choiceFilters.some(key => filter[key] !== ''));
  return (
    <Disclosure title={t('instances.filters')} open={isOpen}>
      <Choices {...props} />
    </Disclosure>
  );
}

export function InstanceFilters(props: FilterProps) {
  const { filter, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const isNarrow = useMediaQuery((theme: Theme) =>
    theme.breakpoints.down('xs'),
  );
  return (
    <div className={classes.root} role="search">
      <TextField
        id="klutch-instances-search"
        className={classes.search}
        size="small"
        type="search"
        label={t('instances.search')}
        value={filter.search}
        onChange={event => onChange({ search: event.target.value })}
        inputProps={{ maxLength: 200 }}
      />
      {isNarrow ? <FoldedChoices {...props} /> : <Choices {...props} />}
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
