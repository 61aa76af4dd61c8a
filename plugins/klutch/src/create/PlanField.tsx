/**
 * Choice of the plan. The list is part of the service (`ServiceDetail.plans`): the backend's `claimApis/planChoices.ts`
 * takes the values from the schema of the claim's CRD.
 */
import FormControl from '@material-ui/core/FormControl';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { PlanTable } from '../services/PlanTable';

export function PlanField(props: {
  plans: ServiceDetail['plans'];
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
