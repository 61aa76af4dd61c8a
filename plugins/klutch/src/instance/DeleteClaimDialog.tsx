/** Dialog that deletes a service binding or backup after its name was typed. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import type { ReactNode } from 'react';
import type { Claim } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useDeleteClaim } from '../hooks/useClaimMutations';
import { TypedNameDialog } from '../shared/TypedNameDialog';

export function DeleteClaimDialog(props: {
  claim: Claim;
  title: string;
  text: string;
  action: string;
  /** Toast shown when the deletion has started. */
  done: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const toastApi = useApi(klutchToastApiRef);
  const remove = useDeleteClaim();
  return (
    <TypedNameDialog
      title={props.title}
      name={props.claim.name}
      action={props.action}
      busy={remove.isPending}
      error={remove.error}
      onClose={props.onClose}
      onAction={confirm =>
        remove.mutate(
          { claim: props.claim, confirm },
          {
            onSuccess: () => {
              toastApi.post({ tone: 'success', text: props.done });
              props.onClose();
            },
          },
        )
      }
    >
      <DialogContentText>{props.text}</DialogContentText>
      {props.children}
    </TypedNameDialog>
  );
}
