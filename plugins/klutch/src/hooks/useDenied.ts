/** Whether the portal's policy denies something to the user. */
import { usePermission } from '@backstage/plugin-permission-react';

/** An answer that could not be read denies nothing: the backend decides again when the user acts. */
export function useDenied(...asked: Parameters<typeof usePermission>) {
  const { allowed, error, loading } = usePermission(...asked);
  return { loading, denied: !loading && !error && !allowed };
}
