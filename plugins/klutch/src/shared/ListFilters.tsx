/** Search box and choices above a list. */
import Button from '@material-ui/core/Button';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles, type Theme } from '@material-ui/core/styles';
import useMediaQuery from '@material-ui/core/useMediaQuery';
import { useState, useTransition } from 'react';
import { useT } from '../hooks/useT';
import { Disclosure } from './Disclosure';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(3),
  },
  search: { width: 240 },
  choice: { width: 168 },
  choices: { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(2) },
}));

/** A filter with few values. */
export interface Choice {
  /** Of the search parameter. */
  name: string;
  label: string;
  options: { value: string; title: string }[];
}

interface ListFiltersProps {
  /** Prefix of the ids of the fields. */
  id: string;
  searchLabel: string;
  /** Values of all filters, among them `search`; empty for those that are not set. */
  filter: Readonly<Record<string, string>>;
  choices: Choice[];
  onChange: (change: Record<string, string>) => void;
}

function Choices(props: ListFiltersProps) {
  const { choices, filter, id, onChange } = props;
  const classes = useStyles();
  const t = useT();
  return (
    <div className={classes.choices}>
      {choices.map(({ name, label, options }) => (
        <TextField
          key={name}
          id={`${id}-${name}`}
          className={classes.choice}
          size="small"
          select
          label={label}
          value={filter[name] ?? ''}
          onChange={event => onChange({ [name]: event.target.value })}
          SelectProps={{ displayEmpty: true }}
          InputLabelProps={{ shrink: true }}
        >
          <MenuItem value="">{t('instances.any')}</MenuItem>
          {options.map(({ value, title }) => (
            <MenuItem key={value} value={value}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </div>
  );
}

/** Open where a choice is made already. */
function FoldedChoices(props: ListFiltersProps) {
  const t = useT();
  const [isOpen] = useState(
    props.choices.some(({ name }) => props.filter[name]),
  );
  return (
    <Disclosure title={t('instances.filters')} open={isOpen}>
      <Choices {...props} />
    </Disclosure>
  );
}

export function ListFilters(props: ListFiltersProps) {
  const { choices, filter, id, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const isNarrow = useMediaQuery((theme: Theme) =>
    theme.breakpoints.down('xs'),
  );
  // A list takes longer to show than the next letter to type, which interrupts it.
  const [isShowing, showLater] = useTransition();
  const [typed, setTyped] = useState('');
  const search = (text: string) => {
    setTyped(text);
    showLater(() => onChange({ search: text }));
  };
  // Also those without a field here, which a link may have set.
  const clear = () =>
    onChange(Object.fromEntries(Object.keys(filter).map(name => [name, ''])));
  return (
    <div className={classes.root} role="search">
      <TextField
        id={`${id}-search`}
        className={classes.search}
        size="small"
        type="search"
        label={props.searchLabel}
        value={isShowing ? typed : (filter.search ?? '')}
        onChange={event => search(event.target.value)}
        inputProps={{ maxLength: 200 }}
      />
      {/* On phones several choices would fill the screen. */}
      {isNarrow && choices.length > 1 ? (
        <FoldedChoices {...props} />
      ) : (
        <Choices {...props} />
      )}
      {Object.values(filter).some(Boolean) && (
        <Button onClick={clear}>{t('instances.clear')}</Button>
      )}
    </div>
  );
}
