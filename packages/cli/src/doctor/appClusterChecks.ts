/** Checks of the app cluster. */
import { konnectorIdentity, names } from '@klutch/bind-api';
import {
  canSubject,
  core,
  reviewActions,
  type KubeClient,
  type Subject,
} from '@klutch/kube';
import { bindActions } from '../binding/appClusterRights';
import { listBindings } from '../cluster/listBindings';
import { readKonnectors } from '../konnector/konnectorDeployment';
import { readKonnectorPods } from '../konnector/konnectorPods';
import { expectedCrds, type ExpectedCrd } from './checks/crds';
import { konnectors } from './checks/konnector';
import { appClusterActions, rights } from './checks/rights';
import type { Check } from './runChecks';
import { serverChecks } from './serverChecks';

const subject = 'app cluster';

const konnector: Subject = {
  kind: 'ServiceAccount',
  name: konnectorIdentity.serviceAccount,
  namespace: konnectorIdentity.namespace,
};

const userRights = (client: KubeClient): Check => ({
  name: 'Rights',
  subject: 'your rights on the app cluster',
  run: async signal => {
    const answers = await reviewActions(bindActions, action =>
      client.canI(action, { signal }),
    );
    return [
      rights(
        'your rights on the app cluster',
        answers,
        'You cannot bind or unbind. Select another user with --context, or ask an administrator.',
      ),
    ];
  },
});

const konnectorRights = (client: KubeClient): Check => ({
  name: 'Rights',
  subject: 'rights of the konnector on the app cluster',
  run: async signal => {
    const answers = await reviewActions(
      appClusterActions(await listBindings(client)),
      action => canSubject(client, konnector, action, { signal }),
    );
    return [
      rights(
        'rights of the konnector on the app cluster',
        answers,
        'Run "kubectl klutch konnector upgrade" for its own roles, and "kubectl klutch bind <url>" again for those of bound APIs.',
      ),
    ];
  },
});

const crds = (client: KubeClient): Check => ({
  name: 'CRDs',
  subject,
  run: async signal => {
    const [bindings, { items }] = await Promise.all([
      listBindings(client),
      client.list(core.customResourceDefinitions, { signal }),
    ]);
    const expected: ExpectedCrd[] = [
      {
        name: `apiservicebindings.${names.group}`,
        versions: [names.version],
        remedy: 'Run "kubectl klutch konnector install --image <image>".',
      },
      ...bindings.map(({ metadata }) => ({
        name: metadata.name ?? '',
        versions: [],
        remedy:
          'The konnector installs it; see the problem in "kubectl klutch status".',
      })),
    ];
    return expectedCrds(subject, expected, items);
  },
});

/** Checks of the app cluster itself. */
export const appClusterChecks = (client: KubeClient): Check[] => [
  ...serverChecks(subject, client),
  userRights(client),
  konnectorRights(client),
  crds(client),
  {
    name: 'Versions',
    subject: 'konnector on the app cluster',
    run: async signal => {
      const [deployments, pods] = await Promise.all([
        readKonnectors(client, signal),
        readKonnectorPods(client, signal),
      ]);
      return konnectors(deployments, pods);
    },
  },
];
