/** Shows the loading, error and outdated states of a query in the same way on all pages. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KlutchError } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { ErrorState } from './ErrorState';
import { Skeleton } from './Skeleton';

/** The query's last error, also during retries. */
export function queryError(
  query: Pick<UseQueryResult<unknown, KlutchError>, 'error' | 'failureReason'>,
): KlutchError | undefined {
  return query.error ?? query.failureReason ?? undefined;
}

/**
 * Renders the children with the query's data. The data stays visible during a refetch; if the refetch fails, a notice
 * is shown above the children.
 */
export function QueryState<T>(props: {
  query: UseQueryResult<T, KlutchError>;
  /** Name of the loaded data for users, for example "instances". */
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
