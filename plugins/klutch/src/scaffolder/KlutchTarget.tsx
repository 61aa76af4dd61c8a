/** Field `KlutchTarget` of a template: the app cluster, and a namespace in which the person may order the service. */
import { klutchClaimCreatePermission } from '@klutch/backstage-plugin-klutch-common';
import { useEffect } from 'react';
import type { ServiceDetail } from '../api/types';
import { ClusterField } from '../create/ClusterField';
import { initialDraft } from '../create/draft';
import { NamespaceField } from '../create/NamespaceField';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useDenied } from '../hooks/useDenied';
import { useT } from '../hooks/useT';
import { ServiceActions } from '../services/ServiceActions';
import { EmptyState } from '../shared/EmptyState';
import { Notice } from '../shared/Notice';
import { FieldGroup } from './FieldGroup';
import type { TargetFieldProps } from './fields';
import { ServiceOfField } from './ServiceOfField';

/** Empty strings are missing values, as in the order form. */
interface Target {
  cluster: string;
  namespace: string;
}

function TargetControls(props: {
  service: ServiceDetail;
  value: Target;
  onChange: (value: Target) => void;
}) {
  const { service, value, onChange } = props;
  const t = useT();
  const { denied } = useDenied({ permission: klutchClaimCreatePermission });
  const { cluster } = initialDraft(service, new URLSearchParams({ ...value }));

  useEffect(() => {
    if (cluster !== value.cluster) onChange({ cluster, namespace: '' });
  }, [cluster, value.cluster, onChange]);

  if (denied) {
    return <Notice tone="neutral">{t('shared.permission.create')}</Notice>;
  }
  if (!service.clusters.some(({ bound }) => bound)) {
    return (
      <EmptyState action={<ServiceActions service={service} />}>
        {t('create.notBound', { title: service.title })}
      </EmptyState>
    );
  }
  return (
    <>
      <ClusterField
        service={service}
        value={value.cluster}
        problem={undefined}
        onChange={chosen => onChange({ cluster: chosen, namespace: '' })}
      />
      <NamespaceField
        service={service}
        draft={value}
        problem={undefined}
        onChange={namespace => onChange({ cluster: value.cluster, namespace })}
      />
    </>
  );
}

export function KlutchTarget(props: TargetFieldProps) {
  const { formData, onChange, uiSchema } = props;
  const t = useT();
  const clusterTitle = useAppClusterTitle();
  // A form without a value has an empty object.
  const { cluster = '', namespace = '' }: Partial<Target> = formData ?? {};
  return (
    <FieldGroup
      field={props}
      defaultTitle={t('scaffolder.target')}
      values={[clusterTitle(cluster), namespace]}
    >
      <ServiceOfField resource={uiSchema['ui:options']?.resource}>
        {service => (
          <TargetControls
            service={service}
            value={{ cluster, namespace }}
            onChange={onChange}
          />
        )}
      </ServiceOfField>
    </FieldGroup>
  );
}
