/** A short text field of a form. */
import TextField from '@material-ui/core/TextField';
import { useId } from 'react';

export function FormText(props: {
  label: string;
  help: string;
  value: string;
  /** What is wrong with the value. */
  problem?: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <TextField
      id={id}
      label={props.label}
      value={props.value}
      onChange={event => props.onChange(event.target.value.trim())}
      error={props.problem !== undefined}
      helperText={props.problem ?? props.help}
      margin="dense"
      size="small"
      autoComplete="off"
    />
  );
}
