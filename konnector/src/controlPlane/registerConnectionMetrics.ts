/** Shows a connection in the metrics, as long as it is open. */
import type {
  ConnectionState,
  KonnectorMetrics,
} from '../metrics/KonnectorMetrics';
import type { Failure } from '../failure';

/** How a connection stands. */
export interface ConnectionStatus {
  /** The control plane is known, and followed. */
  ready: boolean;
  failure: Failure | undefined;
  unauthorized: Failure | undefined;
  /** Seconds; undefined before the first heartbeat. */
  heartbeatAge: number | undefined;
}

/** The worst comes first. */
function stateOf(connectionStatus: ConnectionStatus): ConnectionState {
  if (connectionStatus.unauthorized) return 'unauthorized';
  if (connectionStatus.failure) return 'failing';
  return connectionStatus.ready ? 'connected' : 'connecting';
}

/** @param signal - ends it. */
export function registerConnectionMetrics(
  metrics: Pick<KonnectorMetrics, 'gauges'> | undefined,
  signal: AbortSignal,
  connectionStatus: () => ConnectionStatus,
): void {
  const unregister = metrics?.gauges.connection(() => {
    const now = connectionStatus();
    return { state: stateOf(now), heartbeatAge: now.heartbeatAge };
  });
  if (unregister) signal.addEventListener('abort', unregister, { once: true });
}
