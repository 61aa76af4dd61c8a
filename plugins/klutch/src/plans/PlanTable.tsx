/** Table that compares plans; plans that are not available here are greyed, with the reason. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { useId, useState } from 'react';
import type { Plan } from '../api/types';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import {
  arrangePlans,
  planAttributesOf,
  planAttributeText,
} from './arrangePlans';
import { PlanChoice } from './PlanChoice';

export function PlanTable(props: {
  plans: Plan[];
  /** The chosen plan; with `onChoose` the plans are selectable. */
  value?: string;
  onChoose?: (plan: string) => void;
}) {
  const { plans, value, onChoose } = props;
  const t = useT();
  const name = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { shown, more } = arrangePlans(plans, showsAll);
  if (plans.length === 0) {
    return <Typography variant="body2">{t('services.plan.none')}</Typography>;
  }
  const columns: Column<Plan>[] = [
    {
      id: 'plan',
      title: t('services.plan.name'),
      render: plan => (
        <PlanChoice
          plan={plan}
          name={name}
          chosen={plan.value === value}
          onChoose={onChoose}
        />
      ),
    },
    ...planAttributesOf(plans).map((attribute): Column<Plan> => ({
      id: attribute,
      title: t(`services.plan.${attribute}`),
      align: 'right',
      noWrap: true,
      render: plan =>
        planAttributeText(plan, attribute, t('shared.locale')) ?? '–',
    })),
  ];
  return (
    <>
      <DataTable
        label={t('services.service.plans')}
        size="small"
        columns={columns}
        rows={shown}
        keyOf={plan => plan.value}
        isMuted={plan => !plan.available}
        isChosen={plan => plan.value === value}
      />
      {more > 0 && (
        <Button size="small" onClick={() => setShowsAll(true)}>
          {t('services.plan.more', { count: more })}
        </Button>
      )}
    </>
  );
}
