/** Keeps the answers on the page as new as the signals say. */
import { useApi, useApiHolder } from '@backstage/core-plugin-api';
import { signalApiRef } from '@backstage/plugin-signals-react';
import {
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import { useEffect } from 'react';
import { klutchQueryClientApiRef } from '../api/queryClientApi';
import { Refresher } from './Refresher';

/**
 * Subscribes to the portal's signals while mounted; does nothing in an app without signals.
 *
 * @remarks
 * Not by `useSignal`, which keeps only the last signal of a render: of two that arrive together one would be lost.
 */
export function useLiveChanges(): void {
  const queryClient = useApi(klutchQueryClientApiRef);
  const signals = useApiHolder().get(signalApiRef);
  useEffect(() => {
    if (!signals) {
      return undefined;
    }
    const refresher = new Refresher(queryClient);
    const { unsubscribe } = signals.subscribe<KlutchSignal>(
      KLUTCH_SIGNAL_CHANNEL,
      signal => {
        void refresher.refresh(signal);
      },
    );
    return unsubscribe;
  }, [signals, queryClient]);
}
