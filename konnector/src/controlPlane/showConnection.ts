/** Shows a connection in the metrics, as long as it is open. */
import type {
  ConnectionState,
  KonnectorMetrics,
} from '../metrics/KonnectorMetrics';
import type { Trouble } from '../trouble';

/** How a connection stands. */
export interface ConnectionFacts {
  /** The control plane is known, and followed. */
  ready: boolean;
  trouble: Trouble | undefined;
  unauthorized: Trouble | undefined;
  /** Seconds; undefined before the first heartbeat. */
  heartbeatAge: number | undefined;
}

/** The worst comes first. */
function stateOf(facts: ConnectionFacts): ConnectionState {
  if (facts.unauthorized) return 'unauthorized';
  if (facts.trouble) return 'trouble';
  return facts.ready ? 'connected' : 'connecting';
}

/** @param signal - ends it. */
export function showConnection(
  metrics: Pick<KonnectorMetrics, 'asked'> | undefined,
  signal: AbortSignal,
  facts: () => ConnectionFacts,
): void {
  const hide = metrics?.asked.connection(() => {
    const now = facts();
    return { state: stateOf(now), heartbeatAge: now.heartbeatAge };
  });
  if (hide) signal.addEventListener('abort', hide, { once: true });
}
