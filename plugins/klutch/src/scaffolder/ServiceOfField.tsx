/** The service that a template names in `ui:options`, or why the field cannot be filled in. */
import type { ReactNode } from 'react';
import type { ServiceDetail } from '../api/types';
import { useService } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { QueryState } from '../shared/QueryState';

export function ServiceOfField(props: {
  /** `<plural>.<group>`; undefined in a template that does not set it. */
  resource: string | undefined;
  children: (service: ServiceDetail) => ReactNode;
}) {
  const { resource, children } = props;
  const t = useT();
  const service = useService(resource);
  return resource ? (
    <QueryState query={service} label={resource}>
      {children}
    </QueryState>
  ) : (
    <Notice tone="error">{t('scaffolder.noResource')}</Notice>
  );
}
