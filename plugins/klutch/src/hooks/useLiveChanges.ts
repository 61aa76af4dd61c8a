/** Refetches the queries on the page when signals arrive. */
import { useApi, useApiHolder } from '@backstage/core-plugin-api';
import { signalApiRef } from '@backstage/plugin-signals-react';
import {
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import { useEffect } from 'react';
import { klutchApiRef } from '../api/klutchApi';
import { klutchQueryClientApiRef } from '../api/queryClientApi';
import { QueryInvalidator } from './QueryInvalidator';

/** Delay of the first refetch, because signals sent before the client is connected are missed without notice. */
const SIGNALS_CONNECT_TIMEOUT_MS = 3_000;

/** Interval at which the page asks for missed signals: those sent during a lost connection are missed without notice. */
const CHECK_INTERVAL_MS = 60_000;

/**
 * Subscribes to the portal's signals while mounted; does nothing in an app without signals.
 *
 * @remarks
 * Does not use `useSignal`, which keeps only the last signal per render: of two signals that arrive together, one would
 * be lost.
 */
export function useLiveChanges(): void {
  const api = useApi(klutchApiRef);
  const queryClient = useApi(klutchQueryClientApiRef);
  const signals = useApiHolder().get(signalApiRef);
  useEffect(() => {
    if (!signals) {
      return undefined;
    }
    const invalidator = new QueryInvalidator(queryClient);
    let knownVersion: string | undefined;
    const { unsubscribe } = signals.subscribe<KlutchSignal>(
      KLUTCH_SIGNAL_CHANNEL,
      signal => {
        knownVersion = signal.version;
        void invalidator.invalidate(signal);
      },
    );
    const check = async () => {
      if (document.visibilityState !== 'visible') return;
      const response = await api.request('get', '/changes').catch(() => null);
      const version = response?.data?.version;
      if (version !== undefined && version === knownVersion) return;
      knownVersion = version;
      void invalidator.invalidate({ topic: 'platform' });
    };
    const first = setTimeout(check, SIGNALS_CONNECT_TIMEOUT_MS);
    const later = setInterval(check, CHECK_INTERVAL_MS);
    const onVisible = () => void check();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', onVisible);
      clearTimeout(first);
      clearInterval(later);
    };
  }, [api, signals, queryClient]);
}
