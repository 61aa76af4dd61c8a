/** The control that chooses between the alternatives of an object; the form shows errors below the chosen one. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import type { WidgetProps } from '@rjsf/utils';
import { useT } from '../hooks/useT';

export function AlternativesWidget(props: WidgetProps) {
  const { id, value, disabled, rawErrors = [], options, onChange } = props;
  const t = useT();
  return (
    <TextField
      id={id}
      select
      fullWidth
      margin="normal"
      label={t('settings.choice.title')}
      value={value ?? ''}
      disabled={disabled}
      error={rawErrors.length > 0}
      onChange={event => onChange(event.target.value)}
    >
      {options.enumOptions?.map(option => (
        <MenuItem key={String(option.value)} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
