/** A checkbox with its label. */
import Checkbox from '@material-ui/core/Checkbox';
import FormControlLabel from '@material-ui/core/FormControlLabel';

export function FlagInput(props: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div>
      <FormControlLabel
        label={props.label}
        control={
          <Checkbox
            color="primary"
            checked={props.checked}
            onChange={event => props.onChange(event.target.checked)}
          />
        }
      />
    </div>
  );
}
