/** Notice for a failed call: what happened, what to do, and the raw response in a disclosure. */
import { identityApiRef, useApi } from '@backstage/core-plugin-api';
import Button from '@material-ui/core/Button';
import type { ReactNode } from 'react';
import type { ErrorKind, KlutchError } from '../api/KlutchError';
import { useMe } from '../hooks/useQueries';
import { useT, type T } from '../hooks/useT';
import { CodeBlock } from './CodeBlock';
import { Disclosure } from './Disclosure';
import { errorText } from './errorText';
import { Notice } from './Notice';
import type { Tone } from './tones';

function titleOf({ kind, status }: KlutchError, t: T): string {
  switch (kind) {
    case 'unreachable':
      // With a status the portal itself responded, and its message names the unreachable cluster.
      return status === undefined
        ? t('shared.error.unreachableTitle')
        : t('shared.error.awayTitle');
    case 'expired':
      return t('shared.error.expiredTitle');
    case 'forbidden':
      return t('shared.error.forbiddenTitle');
    case 'notFound':
      return t('shared.error.notFoundTitle');
    default:
      return t('shared.error.otherTitle');
  }
}

const toneOf: Partial<Record<ErrorKind, Tone>> = {
  unreachable: 'warning',
  expired: 'warning',
  forbidden: 'neutral',
  notFound: 'neutral',
};

/** Whom to ask, for messages that do not say so themselves: those with a reason do. */
function AccessHint() {
  const t = useT();
  const me = useMe();
  return (
    <div>
      {me.data
        ? t('shared.error.forbiddenAsk', { user: me.data.kubernetesUser })
        : t('shared.error.forbiddenAskSomebody')}
    </div>
  );
}

/** Button that signs the user out, which opens the sign-in page. */
function SignInAgain() {
  const t = useT();
  const identityApi = useApi(identityApiRef);
  return (
    <Button
      variant="contained"
      color="primary"
      onClick={() => identityApi.signOut()}
    >
      {t('shared.error.signIn')}
    </Button>
  );
}

export function ErrorState(props: {
  error: KlutchError;
  title?: string;
  /** Whether the call is retried automatically; true for queries, never for mutations. */
  autoRetry?: boolean;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  const { error } = props;
  const t = useT();
  const retry = props.onRetry && error.kind === 'other' && (
    <Button onClick={props.onRetry}>{t('shared.error.retry')}</Button>
  );
  return (
    <Notice
      tone={toneOf[error.kind] ?? 'error'}
      title={props.title ?? titleOf(error, t)}
      action={error.kind === 'expired' ? <SignInAgain /> : retry}
    >
      {error.kind === 'expired' ? (
        t('shared.error.expired')
      ) : (
        <>
          <div>{errorText(error, t)}</div>
          {error.kind === 'unreachable' && (
            <div>
              {props.autoRetry
                ? t('shared.error.retriesAutomatically')
                : t('shared.error.notRetried')}
            </div>
          )}
          {error.kind === 'forbidden' && !error.reason && <AccessHint />}
          {props.children}
          {error.raw !== error.message && (
            <Disclosure title={t('shared.details')}>
              <CodeBlock label={t('shared.details')} text={error.raw} />
            </Disclosure>
          )}
        </>
      )}
    </Notice>
  );
}
