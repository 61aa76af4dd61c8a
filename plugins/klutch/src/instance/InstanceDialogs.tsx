/** The open dialog of an instance's page. */
import type { ClaimDetail, ServiceDetail } from '../api/types';
import { ChangePlanDialog } from './ChangePlanDialog';
import { CreateBindingDialog } from './CreateBindingDialog';
import { DeleteInstanceDialog } from './DeleteInstanceDialog';
import { EditSettingsDialog } from './EditSettingsDialog';
import type { InstanceDialog } from './InstanceMenu';
import { OwnershipDialog } from './OwnershipDialog';

export function InstanceDialogs(props: {
  open: 'binding' | InstanceDialog | undefined;
  instance: ClaimDetail;
  /** Undefined for a service that is no longer offered. */
  service: ServiceDetail | undefined;
  onClose: () => void;
  onBindingCreated: () => void;
}) {
  const { instance, service, onClose } = props;
  const shared = { instance, onClose };
  switch (props.open) {
    case 'binding':
      return (
        <CreateBindingDialog {...shared} onCreated={props.onBindingCreated} />
      );
    case 'plan':
      return <ChangePlanDialog {...shared} plans={service?.plans ?? []} />;
    case 'settings':
      return service ? (
        <EditSettingsDialog {...shared} service={service} />
      ) : null;
    case 'ownership':
      return <OwnershipDialog {...shared} />;
    case 'delete':
      return <DeleteInstanceDialog {...shared} />;
    default:
      return null;
  }
}
