/** Summary and YAML of the claim, and the result of the server's dry run. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { UseQueryResult } from '@tanstack/react-query';
import { explanationText } from '../shared/explanationText';
import type { KlutchError } from '../api/KlutchError';
import type { ClaimDetail, ClaimRequest, ServiceDetail } from '../api/types';
import { useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { ErrorState } from '../shared/ErrorState';
import { Disclosure } from '../shared/Disclosure';
import { Notice } from '../shared/Notice';
import { queryError } from '../shared/QueryState';
import { Section } from '../shared/Section';
import {
  stepForField,
  toKubectl,
  toYaml,
  type Draft,
  type WizardStep,
} from './draft';
import { titlesOf } from './titles';

const useStyles = makeStyles(theme => ({
  summary: { fontSize: 16, marginBottom: theme.spacing(1) },
  cause: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
  },
  causes: { margin: 0, paddingLeft: theme.spacing(2) },
}));

function RejectionNotice(props: {
  service: ServiceDetail;
  error: KlutchError;
  autoRetry: boolean;
  onGoTo: (step: WizardStep) => void;
}) {
  const { error, onGoTo } = props;
  const classes = useStyles();
  const t = useT();
  const isAboutFields = error.kind === 'invalid' || error.kind === 'conflict';
  return (
    <ErrorState
      error={error}
      autoRetry={props.autoRetry}
      title={isAboutFields ? t('create.review.refused') : undefined}
    >
      {error.causes.length > 0 && (
        <>
          <div>{t('create.review.refusedFields')}</div>
          <ul className={classes.causes}>
            {error.causes.map(cause => {
              const target = stepForField(cause.field, props.service);
              const label = target && t(`create.summary.${target.key}`);
              return (
                <li key={`${cause.field}${cause.message}`}>
                  <div className={classes.cause}>
                    <span>
                      <b>
                        {target?.key === 'settings'
                          ? cause.field
                          : (label ?? cause.field)}
                      </b>
                      : {explanationText(cause, t)}
                    </span>
                    {target && (
                      <Button size="small" onClick={() => onGoTo(target.step)}>
                        {t('create.review.change', { field: label ?? '' })}
                      </Button>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </ErrorState>
  );
}

export function ClaimReview(props: {
  service: ServiceDetail;
  draft: Draft;
  request: ClaimRequest;
  check: UseQueryResult<ClaimDetail, KlutchError>;
  /** Error of the create call. */
  error: KlutchError | null;
  onGoTo: (step: WizardStep) => void;
}) {
  const { service, draft, request, check } = props;
  const classes = useStyles();
  const t = useT();
  const me = useMe();
  const titles = titlesOf(service, draft);
  // The owner whom the portal writes, too, when nobody else was chosen.
  const yaml = toYaml(service, { owner: me.data?.userRef, ...request });
  const problem = props.error ?? queryError(check);

  return (
    <>
      <Section title={t('create.review.order')}>
        <Typography className={classes.summary}>
          {t('create.review.summary', {
            name: draft.name,
            product: titles.product,
            plan: titles.plan,
            namespace: draft.namespace,
            cluster: titles.cluster,
          })}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('create.review.delivery', {
            cluster: titles.cluster,
            user: me.data?.kubernetesUser ?? t('shared.unknown'),
          })}
        </Typography>
      </Section>
      <Section title={t('create.review.check')}>
        {problem && (
          <RejectionNotice
            service={service}
            error={problem}
            autoRetry={problem !== props.error}
            onGoTo={props.onGoTo}
          />
        )}
        {!problem && check.isPending && (
          <Notice tone="busy">{t('create.review.checking')}</Notice>
        )}
        {!problem && check.isSuccess && (
          <Notice tone="ok">{t('create.review.checked')}</Notice>
        )}
      </Section>
      <Section title={t('create.review.asText')}>
        <CodeBlock
          label={t('create.review.yaml')}
          text={yaml}
          fileName={`${request.name}.yaml`}
        />
        <Disclosure title={t('create.review.kubectl')}>
          <Typography variant="body2" paragraph>
            {t('shared.kubectlContext', { cluster: titles.cluster })}
          </Typography>
          <CodeBlock
            label={t('create.review.kubectl')}
            text={toKubectl(yaml)}
          />
        </Disclosure>
      </Section>
    </>
  );
}
