/** Title of a plan with its description, or with the reason why it is not available here; selectable or read-only. */
import FormControlLabel from '@material-ui/core/FormControlLabel';
import Radio from '@material-ui/core/Radio';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useId } from 'react';
import type { Plan } from '../api/types';
import { useT } from '../hooks/useT';
import { unavailableText } from '../shared/ruleText';

const useStyles = makeStyles(theme => ({
  muted: { color: theme.palette.text.secondary },
  choice: { margin: 0 },
  // Its row is greyed already, and the reason has to be readable.
  label: { '&.Mui-disabled': { color: 'inherit' } },
}));

function PlanText(props: { title: string; note?: string; noteId: string }) {
  const classes = useStyles();
  return (
    <>
      <Typography variant="body2">{props.title}</Typography>
      {props.note && (
        <Typography variant="body2" id={props.noteId} className={classes.muted}>
          {props.note}
        </Typography>
      )}
    </>
  );
}

export function PlanChoice(props: {
  plan: Plan;
  /** Name of the choice that the plan belongs to; unique on the page. */
  name: string;
  chosen: boolean;
  onChoose?: (plan: string) => void;
}) {
  const { plan, onChoose } = props;
  const classes = useStyles();
  const t = useT();
  const noteId = useId();
  const note = plan.available ? plan.description : unavailableText(plan, t);
  const text = <PlanText title={plan.title} note={note} noteId={noteId} />;
  if (!onChoose) return text;
  return (
    <FormControlLabel
      classes={{ root: classes.choice, label: classes.label }}
      disabled={!plan.available}
      label={text}
      control={
        <Radio
          color="primary"
          name={props.name}
          value={plan.value}
          checked={props.chosen}
          onChange={() => onChoose(plan.value)}
          inputProps={{
            'aria-label': t('services.plan.choose', { plan: plan.title }),
            'aria-describedby': note ? noteId : undefined,
          }}
        />
      }
    />
  );
}
