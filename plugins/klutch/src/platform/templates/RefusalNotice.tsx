/** Why the control plane would refuse a write. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ReactNode } from 'react';
import { useT } from '../../hooks/useT';
import { Causes } from '../../shared/Causes';
import { explanationText } from '../../shared/explanationText';
import { Notice } from '../../shared/Notice';

export function RefusalNotice(props: {
  title: string;
  refusal: Schemas['Refusal'];
  children?: ReactNode;
}) {
  const { refusal } = props;
  const t = useT();
  return (
    <Notice tone="error" title={props.title}>
      <div>{explanationText(refusal, t)}</div>
      <Causes causes={refusal.causes ?? []} />
      {props.children}
    </Notice>
  );
}
