/** What an instance uses of its plan, and the size of the plan. */
import Typography from '@material-ui/core/Typography';
import type { ClaimDetail, Plan } from '../api/types';
import { useT } from '../hooks/useT';
import { planAttributesOf, type PlanAttribute } from '../services/arrangePlans';
import { DescriptionList } from '../shared/DescriptionList';
import { formatBytes } from '../shared/formatBytes';
import { Section } from '../shared/Section';
import { UsageBar } from '../shared/UsageBar';

function Storage({ usage }: { usage: NonNullable<ClaimDetail['usage']> }) {
  const t = useT();
  const { storageBytes, storageLimitBytes } = usage;
  if (storageBytes === undefined || storageLimitBytes === undefined) {
    return null;
  }
  const bytes = (value: number) => formatBytes(value, t('shared.locale'));
  return (
    <UsageBar
      title={t('instance.usage.storage')}
      text={t('instance.usage.of', {
        used: bytes(storageBytes),
        limit: bytes(storageLimitBytes),
      })}
      used={storageBytes}
      limit={storageLimitBytes}
    />
  );
}

function Connections({ usage }: { usage: NonNullable<ClaimDetail['usage']> }) {
  const t = useT();
  const { connections, connectionLimit } = usage;
  if (connections === undefined || connectionLimit === undefined) return null;
  return (
    <UsageBar
      title={t('instance.usage.connections')}
      text={t('instance.usage.of', {
        used: String(connections),
        limit: String(connectionLimit),
      })}
      used={connections}
      limit={connectionLimit}
    />
  );
}

/** Whether the limit of the plan is shown with what is used of it. */
const isMeasured = (attribute: PlanAttribute, usage: ClaimDetail['usage']) =>
  (attribute === 'storage' && usage?.storageBytes !== undefined) ||
  (attribute === 'connections' && usage?.connections !== undefined);

export function UsageSection(props: {
  usage: ClaimDetail['usage'];
  /** Undefined for a service that is no longer offered. */
  plan: Plan | undefined;
}) {
  const { usage, plan } = props;
  const t = useT();
  return (
    <Section title={t('instance.usage.title')}>
      {usage ? (
        <>
          <Storage usage={usage} />
          <Connections usage={usage} />
        </>
      ) : (
        <Typography variant="body2" color="textSecondary" paragraph>
          {t('instance.usage.none')}
        </Typography>
      )}
      {plan && (
        <DescriptionList
          items={[
            { name: t('instance.facts.plan'), value: plan.title },
            ...planAttributesOf([plan])
              .filter(attribute => !isMeasured(attribute, usage))
              .map(attribute => ({
                name: t(`services.plan.${attribute}`),
                value: plan[attribute],
              })),
          ]}
        />
      )}
    </Section>
  );
}
