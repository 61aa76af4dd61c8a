/** The trace of a claim: its steps, where it stops, and its objects on both clusters. */
import { Link } from '@backstage/core-components';
import Typography from '@material-ui/core/Typography';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useT } from '../../hooks/useT';
import { TraceTable } from '../../shared/TraceTable';
import { DataTable, type Column } from '../../shared/DataTable';
import { explanationText } from '../../shared/explanationText';
import { IconText } from '../../shared/IconText';
import { Notice } from '../../shared/Notice';
import { RelativeTime } from '../../shared/RelativeTime';
import { Section } from '../../shared/Section';
import type { Tone } from '../../shared/tones';

type Step = Schemas['SupportTraceStep'];

const tones: Record<Step['state'], Tone> = {
  done: 'ok',
  active: 'busy',
  failed: 'error',
  waiting: 'neutral',
  unknown: 'warning',
};

function StepState({ step: { at, id, state } }: { step: Step }) {
  const t = useT();
  return (
    <IconText tone={tones[state]}>
      {t(`trace.step.${id}`)}
      <Typography variant="body2" color="textSecondary">
        {t(`trace.state.${state}`)}
        {at && (
          <>
            {', '}
            <RelativeTime at={at} />
          </>
        )}
      </Typography>
    </IconText>
  );
}

function Found({ step }: { step: Step }) {
  const t = useT();
  const { object } = step;
  return (
    <>
      {object && (
        <div>
          {t('trace.of', {
            kind: object.kind,
            name: [object.namespace, object.name].filter(Boolean).join('/'),
          })}
        </div>
      )}
      {explanationText(step, t)}
    </>
  );
}

function Remedy({ step: { docsUrl, finding, id } }: { step: Step }) {
  const t = useT();
  return (
    <>
      {finding && <div>{t(`trace.finding.${finding}`)}</div>}
      {docsUrl && (
        <Link
          to={docsUrl}
          underline="always"
          aria-label={t('trace.docsOf', { step: t(`trace.step.${id}`) })}
        >
          {t('trace.docs')}
        </Link>
      )}
    </>
  );
}

/** The step that stops the claim, or that there is none. */
function Summary({ trace: { steps, stoppedAt } }: { trace: Trace }) {
  const t = useT();
  const stopped = steps.find(({ id }) => id === stoppedAt);
  if (!stopped) {
    return steps.every(({ state }) => state === 'done') ? (
      <Notice tone="ok">{t('trace.allDone')}</Notice>
    ) : (
      <Notice tone="neutral">{t('trace.noneFails')}</Notice>
    );
  }
  const step = t(`trace.step.${stopped.id}`);
  const title =
    stopped.state === 'failed'
      ? t('trace.failsAt', { step })
      : t('trace.waitsAt', { step });
  return (
    <Notice tone={tones[stopped.state]} title={title}>
      {explanationText(stopped, t)}
    </Notice>
  );
}

type Trace = Schemas['SupportTrace'];

export function TraceView({ trace }: { trace: Trace }) {
  const t = useT();
  const { claim, objects, steps } = trace;
  const columns: Column<Step>[] = [
    {
      id: 'step',
      title: t('trace.column.step'),
      render: step => <StepState step={step} />,
    },
    {
      id: 'found',
      title: t('trace.column.found'),
      render: step => <Found step={step} />,
    },
    {
      id: 'remedy',
      title: t('trace.column.remedy'),
      render: step => <Remedy step={step} />,
    },
  ];
  return (
    <>
      <Section title={t('trace.of', { kind: claim.kind, name: claim.name })}>
        <Typography variant="body2" color="textSecondary" paragraph>
          {t('trace.where', {
            namespace: claim.namespace,
            cluster: claim.clusterTitle,
          })}
        </Typography>
        <Summary trace={trace} />
        <DataTable
          label={t('trace.steps')}
          columns={columns}
          rows={steps}
          keyOf={({ id }) => id}
          isChosen={({ id }) => id === trace.stoppedAt}
        />
      </Section>
      <Section title={t('instance.trace.title')}>
        <TraceTable trace={{ objects }} clusterTitle={claim.clusterTitle} />
      </Section>
    </>
  );
}
