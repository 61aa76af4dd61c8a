/** Overview tab: how to reach the instance and what it uses; progress while an order is under way or broken. */
import Grid from '@material-ui/core/Grid';
import type { ClaimDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { ConditionList } from '../shared/ConditionList';
import { Disclosure } from '../shared/Disclosure';
import { Section } from '../shared/Section';
import { ConnectionSection } from './ConnectionSection';
import { FactsSection } from './FactsSection';
import { hasProgress, ProgressStepper } from './ProgressStepper';
import { TraceSection } from './TraceSection';
import { useServiceOf } from './useServiceOf';
import { UsageSection } from './UsageSection';

export function OverviewTab(props: {
  instance: ClaimDetail;
  /** Path of the tab with service bindings. */
  connectLink: string;
}) {
  const { instance } = props;
  const t = useT();
  const service = useServiceOf(instance);
  return (
    <>
      {hasProgress(instance) && <ProgressStepper hops={instance.hops} />}
      <Grid container spacing={3}>
        <Grid item xs={12} md={6}>
          <ConnectionSection
            instance={instance}
            connectLink={props.connectLink}
          />
          <FactsSection instance={instance} />
        </Grid>
        <Grid item xs={12} md={6}>
          <UsageSection
            usage={instance.usage}
            plan={service?.plans.find(({ value }) => value === instance.plan)}
          />
          <Section title={t('instance.conditions.title')}>
            <Disclosure
              // Folds once it has become ready.
              key={String(instance.state === 'Ready')}
              title={t('instance.conditions.show', {
                count: instance.conditions.length,
              })}
              open={instance.state !== 'Ready'}
            >
              <ConditionList conditions={instance.conditions} />
            </Disclosure>
          </Section>
        </Grid>
      </Grid>
      <TraceSection claim={instance} />
    </>
  );
}
