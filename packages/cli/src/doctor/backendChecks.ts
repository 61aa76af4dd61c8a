/** Checks of a binding backend. */
import { readProvider } from '../binding/provider';
import { exportUrlOf } from '../binding/providerUrls';
import { ok } from './Finding';
import { httpClock } from './httpClock';
import type { Check } from './runChecks';

/** Reachability and clock of the binding backend. */
export function backendChecks(backend: string): Check[] {
  const subject = 'binding backend';
  const url = exportUrlOf(backend);
  return [
    {
      name: 'Reachability',
      subject,
      run: async signal => {
        const { title } = await readProvider(url, signal);
        return [
          ok('Reachability', `${subject} ${title} answers at ${url.origin}`),
        ];
      },
    },
    {
      name: 'Clock',
      subject,
      run: async signal => [await httpClock(subject, url, signal)],
    },
  ];
}
