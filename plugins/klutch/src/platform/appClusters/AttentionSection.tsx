/** What waits for an operator on an app cluster: deletions, permission claims, and objects that are not synced. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import { useT } from '../../hooks/useT';
import { Disclosure } from '../../shared/Disclosure';
import { Notice } from '../../shared/Notice';
import { Section } from '../../shared/Section';
import { ClaimsList } from '../ClaimsList';
import { ManageButton } from '../ManageButton';
import { useForbiddenActions } from './AppClusterContext';
import { ApproveDeletionsDialog } from './ApproveDeletionsDialog';
import { CopiesWithoutObject } from './CopiesWithoutObject';

type Cluster = Schemas['AppClusterDetail'];
type Api = Schemas['AppClusterApi'];

function PausedDeletions(props: { api: Api; onApprove: () => void }) {
  const { message, count } = props.api.pausedDeletions ?? {};
  const t = useT();
  const forbidden = useForbiddenActions();
  return (
    <Notice
      tone="warning"
      title={t('appClusters.approve.waiting', {
        title: props.api.title,
        count: count ?? 0,
      })}
      action={
        <ManageButton
          destructive
          size="small"
          forbidden={forbidden('approve')}
          onClick={props.onApprove}
        >
          {t('appClusters.approve.open')}
        </ManageButton>
      }
    >
      {t('appClusters.approve.keep')}
      <Disclosure title={t('appClusters.details')}>{message}</Disclosure>
    </Notice>
  );
}

function UnansweredClaims(props: { api: Api; onBind: () => void }) {
  const { title, unansweredClaims } = props.api;
  const t = useT();
  const forbidden = useForbiddenActions();
  return (
    <Notice
      tone="warning"
      title={t('appClusters.claims.waiting', { title })}
      action={
        <ManageButton
          size="small"
          forbidden={forbidden('bind')}
          onClick={props.onBind}
        >
          {t('appClusters.claims.review')}
        </ManageButton>
      }
    >
      {t('appClusters.claims.text')}
      <ClaimsList claims={unansweredClaims} />
    </Notice>
  );
}

function ApiFindings({ api }: { api: Api }) {
  const t = useT();
  return (
    <>
      {api.findings.map(({ message, type }) => (
        <Notice
          key={type}
          tone="warning"
          title={t(`appClusters.finding.${type}.title`, { title: api.title })}
        >
          <Typography variant="body2">
            {t(`appClusters.finding.${type}.remedy`)}
          </Typography>
          <Disclosure title={t('appClusters.details')}>{message}</Disclosure>
        </Notice>
      ))}
    </>
  );
}

/** Whether there is something to do. */
const needsAttention = ({ apis, suspended, withoutObject }: Cluster) =>
  suspended ||
  withoutObject.total > 0 ||
  apis.some(
    ({ findings, pausedDeletions, unansweredClaims }) =>
      pausedDeletions || unansweredClaims.length > 0 || findings.length > 0,
  );

export function AttentionSection(props: {
  cluster: Cluster;
  /** Opens the dialog that binds an API again, which accepts its claims. */
  onBind: (resource: string) => void;
}) {
  const { cluster, onBind } = props;
  const t = useT();
  const [approved, setApproved] = useState<Api>();
  if (!needsAttention(cluster)) return null;
  return (
    <Section title={t('appClusters.attention')}>
      {cluster.suspended && (
        <Notice tone="warning">
          {t('appClusters.suspended', { title: cluster.title })}
        </Notice>
      )}
      {cluster.apis.map(api => (
        <div key={api.name}>
          {api.pausedDeletions && (
            <PausedDeletions api={api} onApprove={() => setApproved(api)} />
          )}
          {api.unansweredClaims.length > 0 && (
            <UnansweredClaims api={api} onBind={() => onBind(api.name)} />
          )}
          <ApiFindings api={api} />
        </div>
      ))}
      <CopiesWithoutObject copies={cluster.withoutObject} />
      {approved && (
        <ApproveDeletionsDialog
          cluster={cluster}
          api={approved}
          onClose={() => setApproved(undefined)}
        />
      )}
    </Section>
  );
}
