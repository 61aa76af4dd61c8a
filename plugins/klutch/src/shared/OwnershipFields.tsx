/** Whom the instance belongs to, and which component of the catalog uses it. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { useComponents } from '../hooks/useComponents';
import { useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { OwnerField, ownersOf } from './OwnerField';
import { ownerName } from './ownerName';

/** Entity refs. */
export interface Ownership {
  /** Empty: the person who orders. */
  owner: string;
  /** Empty: none. */
  component: string;
}

export function OwnershipFields(props: {
  value: Ownership;
  /** Whether nobody owns the instance; otherwise an empty owner is the person. */
  isUnowned?: boolean;
  onChange: (change: Partial<Ownership>) => void;
}) {
  const { value, isUnowned = false, onChange } = props;
  const t = useT();
  const me = useMe();
  const components = useComponents(me.data);
  const known = components.data ?? [];
  // The present one may belong to somebody else.
  const choices =
    value.component && !known.some(({ ref }) => ref === value.component)
      ? [...known, { ref: value.component, title: ownerName(value.component) }]
      : known;
  return (
    <>
      {me.data && (isUnowned || ownersOf(me.data, value.owner).length > 1) && (
        <OwnerField
          me={me.data}
          nobody={isUnowned ? t('create.where.ownerNobody') : undefined}
          value={value.owner}
          onChange={owner => onChange({ owner })}
        />
      )}
      {choices.length > 0 && (
        <TextField
          id="klutch-component"
          select
          label={t('create.where.component')}
          value={value.component}
          onChange={event => onChange({ component: event.target.value })}
          helperText={t('create.where.componentHelp')}
          SelectProps={{ displayEmpty: true }}
          InputLabelProps={{ shrink: true }}
        >
          <MenuItem value="">{t('create.where.componentNone')}</MenuItem>
          {choices.map(({ ref, title }) => (
            <MenuItem key={ref} value={ref}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}
