/** Whom an instance belongs to: the person who orders, or one of the person's groups. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { useId } from 'react';
import type { Me } from '../api/types';
import { useT } from '../hooks/useT';
import { ownerName } from './ownerName';

/** Entity refs to choose from; the present owner may be somebody else. */
export const ownersOf = (
  { userRef, groups }: Me,
  present?: string,
): string[] => [
  ...new Set([userRef, ...groups, ...(present ? [present] : [])]),
];

export function OwnerField(props: {
  me: Me;
  /** Entity ref; empty for the person, or for nobody. */
  value: string;
  /** What an empty value means; default: the person. */
  nobody?: string;
  onChange: (owner: string) => void;
  label?: string;
  disabled?: boolean;
  required?: boolean;
  error?: boolean;
}) {
  const { me, value, onChange, label, nobody, ...rest } = props;
  const t = useT();
  return (
    <TextField
      {...rest}
      id={useId()}
      select
      label={label ?? t('create.where.owner')}
      value={value || (nobody === undefined ? me.userRef : '')}
      onChange={event => onChange(event.target.value)}
      helperText={t('create.where.ownerHelp')}
      SelectProps={{ displayEmpty: true }}
      InputLabelProps={{ shrink: true }}
    >
      {nobody !== undefined && <MenuItem value="">{nobody}</MenuItem>}
      {ownersOf(me, value).map(ref => (
        <MenuItem key={ref} value={ref}>
          {ref === me.userRef
            ? t('create.where.ownerMe', { name: ownerName(ref) })
            : ownerName(ref)}
        </MenuItem>
      ))}
    </TextField>
  );
}
