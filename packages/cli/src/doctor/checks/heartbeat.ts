/** Heartbeats and versions of konnectors. Pure. */
import {
  readHeartbeat,
  withoutBuildMetadata,
  type ClusterBinding,
} from '@klutch/bind-api';
import { failed, ok, warning, type Finding } from '../Finding';

const checkKonnector =
  'Check that the konnector runs: kubectl -n klutch-bind get pods.';

/** Whether the konnector's last heartbeat is recent. */
export function heartbeat(
  subject: string,
  { status }: ClusterBinding,
  now: Date,
): Finding {
  const last = readHeartbeat(status, now);
  if (!last) {
    return failed(
      'Heartbeats',
      `${subject}: there was none yet`,
      checkKonnector,
    );
  }
  const message = `${subject}: the last was at ${status?.lastHeartbeatTime}`;
  switch (last.status) {
    case 'lost':
      return failed('Heartbeats', message, checkKonnector);
    case 'timeDrift':
      return failed(
        'Heartbeats',
        `${message}, which is in the future`,
        'Set the clocks with NTP.',
      );
    case 'intervalMissing':
      return warning(
        'Heartbeats',
        `${message}, without an interval`,
        'Upgrade the konnector.',
      );
    default:
      return ok('Heartbeats', message);
  }
}

/** Whether the konnector has the version of this program. */
export function konnectorVersion(
  subject: string,
  reported: string | undefined,
  own: string,
): Finding {
  const version = withoutBuildMetadata(reported ?? '');
  if (!version) {
    return warning(
      'Versions',
      `${subject}: the konnector has not reported its version`,
      checkKonnector,
    );
  }
  const message = `${subject}: konnector ${version}, client v${own}`;
  return version === `v${own}`
    ? ok('Versions', message)
    : warning(
        'Versions',
        message,
        'Use the same version of both: "kubectl klutch konnector upgrade", or upgrade this program.',
      );
}
