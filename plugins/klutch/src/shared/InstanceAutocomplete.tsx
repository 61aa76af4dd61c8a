/** The choice of an instance among those that the backend found, with a search that the backend does. */
import TextField, { type TextFieldProps } from '@material-ui/core/TextField';
import Autocomplete from '@material-ui/lab/Autocomplete';
import type { ReactNode } from 'react';
import { useT } from '../hooks/useT';

export function InstanceAutocomplete<Option>(props: {
  id: string;
  /** Attributes of the text field. */
  field: Pick<TextFieldProps, 'error' | 'label' | 'margin' | 'required'>;
  value: Option | null;
  /** What the search found. */
  found: Option[];
  /** Matching instances that are not among them. */
  more: number;
  /** Identifies an option. */
  keyOf: (option: Option) => string;
  labelOf: (option: Option) => string;
  /** Default: the label. */
  render?: (option: Option) => ReactNode;
  disabled?: boolean;
  onChange: (option: Option | null) => void;
  onSearch: (text: string) => void;
}) {
  const { field, found, keyOf, labelOf, more, value } = props;
  const t = useT();
  const foundKeys = new Set(found.map(keyOf));
  const isFound = (option: Option) => foundKeys.has(keyOf(option));
  return (
    <Autocomplete<Option>
      id={props.id}
      disabled={props.disabled}
      value={value}
      options={value && !isFound(value) ? [...found, value] : found}
      // The backend has searched already.
      filterOptions={options => options.filter(isFound)}
      getOptionSelected={(a, b) => keyOf(a) === keyOf(b)}
      getOptionLabel={labelOf}
      renderOption={props.render}
      onChange={(_, option) => props.onChange(option)}
      onInputChange={(_, text, reason) =>
        props.onSearch(reason === 'input' ? text : '')
      }
      noOptionsText={t('scaffolder.instance.noMatch')}
      openText={t('scaffolder.instance.open')}
      closeText={t('shared.close')}
      clearText={t('scaffolder.instance.clear')}
      renderInput={params => (
        <TextField
          {...params}
          {...field}
          helperText={
            more > 0 && t('scaffolder.instance.more', { count: more })
          }
        />
      )}
    />
  );
}
