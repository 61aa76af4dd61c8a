/** The fields that a cluster refuses, and why. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useT } from '../hooks/useT';
import { explanationText } from './explanationText';

type Cause = NonNullable<Schemas['Refusal']['causes']>[number];

export function Causes({ causes }: { causes: readonly Cause[] }) {
  const t = useT();
  if (causes.length === 0) return null;
  return (
    <ul>
      {causes.map(cause => (
        <li key={`${cause.field} ${cause.message}`}>
          {cause.field && (
            <>
              <code>{cause.field}</code>:{' '}
            </>
          )}
          {explanationText(cause, t)}
        </li>
      ))}
    </ul>
  );
}
