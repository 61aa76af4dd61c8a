/** Reads the workloads that use a service binding, and shows them. */
import Typography from '@material-ui/core/Typography';
import type { Claim } from '../api/types';
import { useBindingWorkloads } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { BindingWorkloads } from './BindingWorkloads';

export function UsedBy({ binding }: { binding: Claim }) {
  const t = useT();
  const workloads = useBindingWorkloads(binding, { enabled: true });
  return (
    <div role="status">
      {workloads.isLoading && (
        <Typography variant="body2">
          {t('shared.loading', { what: t('instance.connect.workloads') })}
        </Typography>
      )}
      <BindingWorkloads workloads={workloads} texts="connect" />
    </div>
  );
}
