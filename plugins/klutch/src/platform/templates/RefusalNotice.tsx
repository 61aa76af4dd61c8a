/** Why the control plane would refuse a write. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ReactNode } from 'react';
import { useT } from '../../hooks/useT';
import { explanationText } from '../../shared/explanationText';
import { Notice } from '../../shared/Notice';

export function RefusalNotice(props: {
  title: string;
  refusal: Schemas['Refusal'];
  children?: ReactNode;
}) {
  const { refusal } = props;
  const { causes = [] } = refusal;
  const t = useT();
  return (
    <Notice tone="error" title={props.title}>
      <div>{explanationText(refusal, t)}</div>
      {causes.length > 0 && (
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
      )}
      {props.children}
    </Notice>
  );
}
