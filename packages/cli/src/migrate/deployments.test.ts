import { appClusterKonnector } from '@klutch/bind-api';
import {
  konnectorKind,
  type Deployment,
} from '../konnector/konnectorDeployment';
import { keptDeployment, restoredDeployment } from './deployments';

/** As the CLI of the reference installs it. */
const reference: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'konnector',
    namespace: 'klutch-bind',
    labels: { app: 'konnector' },
    annotations: { 'example.org/owner': 'team-a' },
    resourceVersion: '7',
  },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'konnector' } },
    template: { spec: { containers: [{ image: 'konnector:v1.5.0' }] } },
  },
};

it('tells the konnectors apart', () => {
  expect(konnectorKind(reference)).toBe('reference');
  expect(konnectorKind(appClusterKonnector('x:1'))).toBe('klutch');
});

it('keeps the Deployment without replicas, and restores it as it was', () => {
  const kept = keptDeployment(reference);
  expect(kept.metadata.name).toBe('konnector-reference');
  expect(kept.spec?.replicas).toBe(0);
  const { resourceVersion: _, ...metadata } = reference.metadata;
  expect(restoredDeployment(kept)).toEqual({ ...reference, metadata });
});
