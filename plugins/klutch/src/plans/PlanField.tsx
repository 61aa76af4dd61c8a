/** Choice of the plan; plans that are not available here or for the chosen version are greyed, with the reason. */
import FormControl from '@material-ui/core/FormControl';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import type { Plan } from '../api/types';
import { useT } from '../hooks/useT';
import { PlanTable } from './PlanTable';

export function PlanField(props: {
  plans: Plan[];
  value: string;
  problem: string | undefined;
  onChange: (plan: string) => void;
}) {
  const { plans, value, problem, onChange } = props;
  const t = useT();
  return (
    <FormControl component="fieldset" error={Boolean(problem)} fullWidth>
      <FormLabel component="legend">{t('create.what.plan')}</FormLabel>
      {problem && <FormHelperText>{problem}</FormHelperText>}
      <PlanTable plans={plans} value={value} onChoose={onChange} />
    </FormControl>
  );
}
