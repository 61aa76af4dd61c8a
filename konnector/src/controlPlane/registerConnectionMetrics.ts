/** Registers the metrics of an open connection. */
import type {
  ConnectionState,
  KonnectorMetrics,
} from '../metrics/KonnectorMetrics';
import type { Failure } from '../failure';

export interface ConnectionStatus {
  /** The control plane has answered, and its watches have synced. */
  ready: boolean;
  failure: Failure | undefined;
  unauthorized: Failure | undefined;
  /** Seconds; undefined before the first heartbeat. */
  heartbeatAge: number | undefined;
}

/** The most severe state takes precedence. */
function stateOf(connectionStatus: ConnectionStatus): ConnectionState {
  if (connectionStatus.unauthorized) return 'unauthorized';
  if (connectionStatus.failure) return 'failing';
  return connectionStatus.ready ? 'connected' : 'connecting';
}

/** @param signal - unregisters the metrics when aborted. */
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
