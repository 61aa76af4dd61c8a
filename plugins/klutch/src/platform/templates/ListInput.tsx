/** A text field for a list; the text stays as it is typed. */
import TextField from '@material-ui/core/TextField';
import { useId, useState } from 'react';

export function ListInput(props: {
  label: string;
  help: string;
  /** Text of the list when the field appears. */
  text: string;
  /** What is wrong with the text. */
  problem?: string;
  onChange: (text: string) => void;
  /** One entry in each line. */
  lines?: boolean;
  disabled?: boolean;
}) {
  const { problem } = props;
  const id = useId();
  const [text, setText] = useState(props.text);
  return (
    <TextField
      id={id}
      label={props.label}
      value={text}
      onChange={event => {
        setText(event.target.value);
        props.onChange(event.target.value);
      }}
      error={problem !== undefined}
      helperText={problem ?? props.help}
      disabled={props.disabled}
      multiline={props.lines}
      margin="dense"
      size="small"
      fullWidth
      autoComplete="off"
    />
  );
}
