/** Search box and one choice above a list. */
import Button from '@material-ui/core/Button';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import { useT } from '../../hooks/useT';
import type { ListParams } from './useListParams';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(2),
  },
  search: { width: 240 },
  choice: { width: 180 },
}));

export function ListFilters(props: {
  /** Prefix of the ids of the fields. */
  id: string;
  list: ListParams;
  choice: {
    name: string;
    label: string;
    options: { value: string; title: string }[];
  };
}) {
  const { choice, id, list } = props;
  const classes = useStyles();
  const t = useT();
  const clear = () =>
    list.change(
      Object.fromEntries(Object.keys(list.filter).map(name => [name, ''])),
    );
  return (
    <div className={classes.root} role="search">
      <TextField
        id={`${id}-search`}
        className={classes.search}
        size="small"
        variant="outlined"
        type="search"
        label={t('appClusters.list.search')}
        value={list.filter.search ?? ''}
        onChange={event => list.change({ search: event.target.value })}
        inputProps={{ maxLength: 200 }}
      />
      <TextField
        id={`${id}-${choice.name}`}
        className={classes.choice}
        size="small"
        variant="outlined"
        select
        label={choice.label}
        value={list.filter[choice.name] ?? ''}
        onChange={event => list.change({ [choice.name]: event.target.value })}
        SelectProps={{ displayEmpty: true }}
        InputLabelProps={{ shrink: true }}
      >
        <MenuItem value="">{t('instances.any')}</MenuItem>
        {choice.options.map(({ value, title }) => (
          <MenuItem key={value} value={value}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      {list.isFiltered && (
        <Button variant="outlined" onClick={clear}>
          {t('instances.clear')}
        </Button>
      )}
    </div>
  );
}
