/** Table row of a plan with its attributes; selectable or read-only. */
import Radio from '@material-ui/core/Radio';
import TableCell from '@material-ui/core/TableCell';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Plan } from '../api/types';
import { useT } from '../hooks/useT';
import type { PlanAttribute } from './arrangePlans';

const useStyles = makeStyles(theme => ({
  unavailable: { '& td, & th': { color: theme.palette.text.disabled } },
  muted: { color: theme.palette.text.secondary },
  choice: { cursor: 'pointer' },
  attribute: { whiteSpace: 'nowrap' },
}));

function PlanText({ plan }: { plan: Plan }) {
  const classes = useStyles();
  const t = useT();
  const text = plan.available
    ? plan.description
    : (plan.reason ?? t('services.plan.notAvailable'));
  return (
    <>
      {plan.title}
      {text && (
        <Typography variant="body2" className={classes.muted}>
          {text}
        </Typography>
      )}
    </>
  );
}

export function PlanRow(props: {
  plan: Plan;
  columns: PlanAttribute[];
  chosen: boolean;
  onChoose?: (plan: string) => void;
}) {
  const { plan, onChoose } = props;
  const classes = useStyles();
  const t = useT();
  const choose =
    onChoose && plan.available ? () => onChoose(plan.value) : undefined;
  return (
    <TableRow
      selected={props.chosen}
      hover={Boolean(choose)}
      className={`${plan.available ? '' : classes.unavailable} ${
        choose ? classes.choice : ''
      }`}
      onClick={choose}
    >
      {onChoose && (
        <TableCell padding="checkbox">
          <Radio
            color="primary"
            name="plan"
            value={plan.value}
            checked={props.chosen}
            disabled={!plan.available}
            onChange={choose}
            inputProps={{
              'aria-label': t('services.plan.choose', { plan: plan.title }),
            }}
          />
        </TableCell>
      )}
      <TableCell component="th" scope="row">
        <PlanText plan={plan} />
      </TableCell>
      {props.columns.map(column => (
        <TableCell key={column} align="right" className={classes.attribute}>
          {plan[column] ?? '–'}
        </TableCell>
      ))}
    </TableRow>
  );
}
