/** What the instance is, where, whose, and how it is called in the cluster. */
import type { ClaimDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { DescriptionList } from '../shared/DescriptionList';
import { Disclosure } from '../shared/Disclosure';
import { EntityLink } from '../shared/EntityLink';
import { LastBackup } from '../shared/LastBackup';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';

export function FactsSection({ instance }: { instance: ClaimDetail }) {
  const t = useT();
  return (
    <Section title={t('instance.facts.title')}>
      <DescriptionList
        items={[
          {
            name: t('instance.facts.service'),
            value: instance.serviceTitle ?? instance.kind,
          },
          {
            name: t('instance.facts.version'),
            value: instance.versionTitle ?? t('shared.unknown'),
          },
          {
            name: t('instance.facts.cluster'),
            value: instance.clusterTitle,
          },
          {
            name: t('instance.facts.namespace'),
            value: instance.namespace,
          },
          {
            name: t('instance.facts.owner'),
            value: instance.owner ? (
              <EntityLink entityRef={instance.owner} />
            ) : (
              t('shared.unknown')
            ),
          },
          ...(instance.component
            ? [
                {
                  name: t('instance.facts.component'),
                  value: (
                    <EntityLink
                      entityRef={instance.component}
                      defaultKind="component"
                    />
                  ),
                },
              ]
            : []),
          {
            name: t('instance.facts.created'),
            value: <RelativeTime at={instance.createdAt} />,
          },
          {
            name: t('instance.facts.lastBackup'),
            value: (
              <LastBackup instance={instance} none={t('instance.facts.none')} />
            ),
          },
        ]}
      />
      <Disclosure title={t('shared.details')}>
        <DescriptionList
          items={[
            {
              name: t('instance.facts.resource'),
              value: <code>{instance.resource}</code>,
            },
            {
              name: t('instance.facts.uid'),
              value: <code>{instance.uid}</code>,
            },
          ]}
        />
      </Disclosure>
    </Section>
  );
}
