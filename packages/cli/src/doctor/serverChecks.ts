/** Checks of any API server. */
import { readServerClock, type KubeClient } from '@klutch/kube';
import { clock, kubernetesVersion, reachable } from './checks/server';
import { warning } from './Finding';
import type { Check } from './runChecks';
import { readServer } from './serverFacts';

/** Reachability, version and clock. */
export const serverChecks = (subject: string, client: KubeClient): Check[] => [
  {
    name: 'Reachability',
    subject,
    run: async signal => {
      const facts = await readServer(client, signal);
      return [reachable(subject, facts), kubernetesVersion(subject, facts)];
    },
  },
  {
    name: 'Clock',
    subject,
    run: async signal => {
      const facts = await readServerClock(client, signal);
      return [
        facts
          ? clock(subject, facts)
          : warning(
              'Clock',
              `${subject}: the server does not tell its time`,
              'Compare the clocks yourself; Kubernetes tells its time since 1.28.',
            ),
      ];
    },
  },
];
