/** One place that decides what a page shows while an answer is loading, missing, or older than it should be. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KlutchError } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { ErrorState } from './ErrorState';
import { Skeleton } from './Skeleton';

/** The error to show: the last one, also while the call is being tried again. */
export function queryError(
  query: Pick<UseQueryResult<unknown, KlutchError>, 'error' | 'failureReason'>,
): KlutchError | undefined {
  return query.error ?? query.failureReason ?? undefined;
}

/**
 * Shows the children with the answer. What was shown stays while it is read again, also when that fails: then with a
 * notice above it.
 */
export function QueryState<T>(props: {
  query: UseQueryResult<T, KlutchError>;
  /** What is loading, in words. */
  label: string;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { query } = props;
  const t = useT();
  const problem = queryError(query);
  const notice = problem && (
    <ErrorState error={problem} autoRetry onRetry={() => void query.refetch()}>
      {query.data !== undefined && <div>{t('shared.error.staleTitle')}.</div>}
    </ErrorState>
  );
  if (query.data !== undefined) {
    return (
      <>
        {notice}
        {props.children(query.data)}
      </>
    );
  }
  return notice ?? props.skeleton ?? <Skeleton label={props.label} />;
}
