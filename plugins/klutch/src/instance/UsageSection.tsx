/** What an instance uses of its plan, and the size of the plan. */
import Typography from '@material-ui/core/Typography';
import type { ClaimDetail, Plan } from '../api/types';
import { useT } from '../hooks/useT';
import {
  planAttributesOf,
  planAttributeText,
  type PlanAttribute,
} from '../plans/arrangePlans';
import { DescriptionList } from '../shared/DescriptionList';
import { formatBytes } from '../shared/formatBytes';
import { Section } from '../shared/Section';
import { UsageBar } from '../shared/UsageBar';

/** One figure of a limit; nothing where the service does not report both. */
function Figure(props: {
  title: string;
  used: number | undefined;
  limit: number | undefined;
  format: (value: number) => string;
}) {
  const { title, used, limit, format } = props;
  const t = useT();
  if (used === undefined || limit === undefined) return null;
  return (
    <UsageBar
      title={title}
      text={t('instance.usage.of', {
        used: format(used),
        limit: format(limit),
      })}
      used={used}
      limit={limit}
    />
  );
}

/** Whether the limit of the plan is shown with what is used of it. */
const isMeasured = (attribute: PlanAttribute, usage: ClaimDetail['usage']) =>
  (attribute === 'storage' &&
    usage?.storageBytes !== undefined &&
    usage.storageLimitBytes !== undefined) ||
  (attribute === 'connections' &&
    usage?.connections !== undefined &&
    usage.connectionLimit !== undefined);

export function UsageSection(props: {
  usage: ClaimDetail['usage'];
  /** Undefined for a service that is no longer offered. */
  plan: Plan | undefined;
}) {
  const { usage, plan } = props;
  const t = useT();
  const locale = t('shared.locale');
  const { storageBytes, storageLimitBytes, connections, connectionLimit } =
    usage ?? {};
  const unlimited = [
    ...(storageBytes !== undefined && storageLimitBytes === undefined
      ? [
          {
            name: t('instance.usage.storageInUse'),
            value: formatBytes(storageBytes, locale),
          },
        ]
      : []),
    ...(connections !== undefined && connectionLimit === undefined
      ? [
          {
            name: t('instance.usage.connectionsInUse'),
            value: String(connections),
          },
        ]
      : []),
  ];
  return (
    <Section title={t('instance.usage.title')}>
      {usage ? (
        <>
          <Figure
            title={t('instance.usage.storage')}
            used={storageBytes}
            limit={storageLimitBytes}
            format={value => formatBytes(value, locale)}
          />
          <Figure
            title={t('instance.usage.connections')}
            used={connections}
            limit={connectionLimit}
            format={String}
          />
          <DescriptionList items={unlimited} />
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
                value: planAttributeText(plan, attribute, locale),
              })),
          ]}
        />
      )}
    </Section>
  );
}
