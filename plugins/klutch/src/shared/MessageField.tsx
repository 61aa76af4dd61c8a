/** Field for a few sentences to a person, in the length that the REST interface accepts. */
import TextField from '@material-ui/core/TextField';

export function MessageField(props: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { onChange, ...field } = props;
  return (
    <TextField
      {...field}
      onChange={event => onChange(event.target.value)}
      margin="normal"
      fullWidth
      multiline
      rows={3}
      inputProps={{ maxLength: 1000 }}
    />
  );
}
