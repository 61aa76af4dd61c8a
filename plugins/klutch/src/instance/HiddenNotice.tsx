/** Says that a list is empty because the person may not list what is in it. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';

type Instance = Pick<Schemas['Claim'], 'may' | 'namespace'>;
type Type = 'binding' | 'backup';

/** Whether claims of a type may exist that the person does not see. */
export const isHidden = ({ may }: Instance, type: Type): boolean =>
  may?.hidden?.includes(type) ?? false;

export function HiddenNotice(props: { instance: Instance; type: Type }) {
  const { instance, type } = props;
  const t = useT();
  return isHidden(instance, type) ? (
    <Notice tone="warning">
      {t(`instance.hidden.${type}`, { namespace: instance.namespace })}
    </Notice>
  ) : null;
}
