/** Workloads that use the Secret of a service binding. */
import Typography from '@material-ui/core/Typography';
import type { useBindingWorkloads } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { errorText } from '../shared/errorText';
import { Notice } from '../shared/Notice';
import { queryError } from '../shared/QueryState';

export function BindingWorkloads(props: {
  workloads: ReturnType<typeof useBindingWorkloads>;
  /** `rotate`: the Secret is the old one of a rotation. */
  texts: 'connect' | 'rotate';
}) {
  const { workloads, texts } = props;
  const t = useT();
  const problem = queryError(workloads);
  const { items = [], complete = true } = workloads.data ?? {};
  if (problem) return <Notice tone="warning">{errorText(problem, t)}</Notice>;
  return (
    <>
      {items.length > 0 && (
        <>
          <Typography variant="body2">
            {t(`instance.${texts}.using`)}
          </Typography>
          <Typography variant="body2" component="ul">
            {items.map(({ kind, name }) => (
              <li key={`${kind}/${name}`}>
                {kind} <b>{name}</b>
              </li>
            ))}
          </Typography>
        </>
      )}
      {workloads.data && items.length === 0 && complete && (
        <Notice tone="ok">{t(`instance.${texts}.unused`)}</Notice>
      )}
      {!complete && (
        <Notice tone="neutral">{t(`instance.${texts}.unknownUse`)}</Notice>
      )}
    </>
  );
}
