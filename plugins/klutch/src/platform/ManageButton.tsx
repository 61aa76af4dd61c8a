/** A button that changes the platform; people who may only read the platform's pages see why they may not. */
import Button, { type ButtonProps } from '@material-ui/core/Button';
import { useManageAccess } from '../hooks/useManageAccess';
import { DisabledReason } from '../shared/DisabledReason';

export function ManageButton(props: ButtonProps) {
  const { loading, reason } = useManageAccess();
  return (
    <DisabledReason reason={reason}>
      <Button {...props} disabled={props.disabled || loading} />
    </DisabledReason>
  );
}
