/** The objects of a claim on both clusters, read when somebody asks for them: what Crossplane made of the order. */
import Button from '@material-ui/core/Button';
import { useState } from 'react';
import type { Claim } from '../api/types';
import { useClaimTrace } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { TraceTable } from '../shared/TraceTable';

export function TraceSection({ claim }: { claim: Claim }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  const trace = useClaimTrace(claim, { enabled: isShown });
  return (
    <Section title={t('instance.trace.title')}>
      {isShown ? (
        <QueryState query={trace} label={t('instance.trace.title')}>
          {data => (
            <TraceTable trace={data} clusterTitle={claim.clusterTitle} />
          )}
        </QueryState>
      ) : (
        <Button variant="outlined" onClick={() => setShown(true)}>
          {t('instance.trace.show')}
        </Button>
      )}
    </Section>
  );
}
