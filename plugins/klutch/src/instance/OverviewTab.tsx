/** Overview tab: progress, details and conditions of the instance. */
import Grid from '@material-ui/core/Grid';
import type { AppCluster, ClaimDetail } from '../api/types';
import { useService } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ConditionList } from '../shared/ConditionList';
import { DescriptionList } from '../shared/DescriptionList';
import { Disclosure } from '../shared/Disclosure';
import { ownerName } from '../shared/ownerName';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { titleOf } from '../shared/titleOf';
import { ProgressStepper } from './ProgressStepper';

export function OverviewTab(props: {
  claim: ClaimDetail;
  cluster: AppCluster | undefined;
}) {
  const { claim, cluster } = props;
  const t = useT();
  // Only for titles; undefined for a service that is no longer offered.
  const service = useService(claim.resource);
  return (
    <>
      <ProgressStepper hops={claim.hops} />
      <Grid container spacing={3}>
        <Grid item xs={12} md={6}>
          <Section title={t('instance.facts.title')}>
            <DescriptionList
              items={[
                {
                  name: t('instance.facts.service'),
                  value: claim.serviceTitle ?? claim.kind,
                },
                {
                  name: t('instance.facts.version'),
                  value:
                    titleOf(service.data?.versions, claim.service) ??
                    t('shared.unknown'),
                },
                {
                  name: t('instance.facts.plan'),
                  value:
                    titleOf(service.data?.plans, claim.plan) ??
                    t('shared.unknown'),
                },
                {
                  name: t('instance.facts.cluster'),
                  value: cluster?.title ?? claim.cluster,
                },
                {
                  name: t('instance.facts.namespace'),
                  value: claim.namespace,
                },
                {
                  name: t('instance.facts.owner'),
                  value: claim.owner
                    ? ownerName(claim.owner)
                    : t('shared.unknown'),
                },
                {
                  name: t('instance.facts.created'),
                  value: <RelativeTime at={claim.createdAt} />,
                },
                {
                  name: t('instance.facts.lastBackup'),
                  value: claim.lastBackupAt ? (
                    <RelativeTime at={claim.lastBackupAt} />
                  ) : (
                    t('instance.facts.none')
                  ),
                },
              ]}
            />
            <Disclosure title={t('shared.details')}>
              <DescriptionList
                items={[
                  {
                    name: t('instance.facts.resource'),
                    value: <code>{claim.resource}</code>,
                  },
                  {
                    name: t('instance.facts.uid'),
                    value: <code>{claim.uid}</code>,
                  },
                ]}
              />
            </Disclosure>
          </Section>
        </Grid>
        <Grid item xs={12} md={6}>
          <Section title={t('instance.conditions.title')}>
            <ConditionList conditions={claim.conditions} />
          </Section>
        </Grid>
      </Grid>
    </>
  );
}
