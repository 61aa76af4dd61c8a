import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { readServerConfig } from './config';
import { defaultImage, serverManifests } from './manifests';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const externalServerConfig =
  'controlPlane: { externalServer: https://control.example }';

/** Parsed manifests. */
const manifestsOf = (more: string, first = externalServerConfig) => {
  const configText = `${first}\n${more}`;
  const file = join(folder, 'config.yaml');
  writeFileSync(file, configText);
  const manifests = serverManifests({
    config: readServerConfig(file),
    configText,
    image: defaultImage,
    namespace: 'data',
    serviceAccount: 'backend',
  });
  return manifests.map(manifest => parse(stringify(manifest)));
};

const ofKind = (manifests: ReturnType<typeof manifestsOf>, kind: string) =>
  manifests.find(manifest => manifest.kind === kind);

const handshake = (more = '') => `
handshake:
  externalUrl: https://bind.example
  listen: ':8080'
  identityProviders:
    - id: company
      issuer: https://id.example
      clientId: klutch
      clientSecret: { env: CLIENT_SECRET }
${more}`;

const database = `  database: { postgres: { env: DATABASE_URL } }`;

describe('manifests of the server', () => {
  it('run two replicas with least privilege, and a Service for the handshake', () => {
    const manifests = manifestsOf(handshake(database));
    const { spec } = ofKind(manifests, 'Deployment');
    expect(spec).toMatchObject({
      replicas: 2,
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
      template: {
        spec: {
          serviceAccountName: 'backend',
          securityContext: { runAsNonRoot: true },
        },
      },
    });
    const [container] = spec.template.spec.containers;
    expect(container).toMatchObject({
      image: 'klutch-binding-backend:0.1.0',
      args: ['--config=/etc/klutch/config.yaml'],
      readinessProbe: { httpGet: { path: '/readyz', port: 'health' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'health' } },
      ports: [
        { name: 'health', containerPort: 8081 },
        { name: 'handshake', containerPort: 8080 },
      ],
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
    expect(ofKind(manifests, 'Service').spec.ports).toEqual([
      { name: 'handshake', port: 80, targetPort: 'handshake' },
    ]);
    expect(ofKind(manifests, 'ConfigMap').data['config.yaml']).toContain(
      handshake(database),
    );
    const grants = JSON.stringify(
      manifests.filter(({ kind }) => /Role/.test(kind)),
    );
    expect(grants).toContain('"namespace":"data"');
    expect(grants).not.toContain('"*"');
    expect(grants).not.toContain('escalate');
  });

  it('read secrets from a Secret, never from the configuration', () => {
    const manifests = manifestsOf(handshake(database));
    const [{ env, volumeMounts }] = ofKind(manifests, 'Deployment').spec
      .template.spec.containers;
    const from = (key: string) => ({
      name: key,
      valueFrom: { secretKeyRef: { name: 'klutch-binding-backend', key } },
    });
    expect(env).toEqual([
      {
        name: 'POD_NAMESPACE',
        valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } },
      },
      from('DATABASE_URL'),
      from('CLIENT_SECRET'),
    ]);
    expect(volumeMounts).toContainEqual({
      name: 'secrets',
      mountPath: '/run/secrets/klutch-binding-backend',
      readOnly: true,
    });
  });

  it('include the rights and CRDs of AppClusterBindings if configured', () => {
    const manifestNames = (config: string) =>
      manifestsOf(config).map(({ metadata }) => metadata.name);
    const costs = [
      'klutch-binding-backend-app-cluster-bindings',
      'appclusterbindings.klutch.anynines.com',
      'apiservicebindings.klutch.anynines.com',
    ];
    expect(manifestNames('appClusterBindings: {}')).toEqual(
      expect.arrayContaining(costs),
    );
    for (const name of costs) expect(manifestNames('')).not.toContain(name);
  });

  it.each([
    ['sign-ins in memory', handshake(), 1],
    ['no Lease', 'lease: null', 1],
    ['controllers alone', '', 2],
  ])('with %s have the right number of replicas', (_, config, replicas) => {
    const { spec } = ofKind(manifestsOf(config), 'Deployment');
    expect(spec.replicas).toBe(replicas);
  });

  it('allow the configured Lease', () => {
    const manifests = JSON.stringify(
      manifestsOf('lease: { namespace: data, name: ours }'),
    );
    expect(manifests).toContain('"resourceNames":["ours"]');
  });

  it('roll the pods when the configuration changes', () => {
    const hashOf = (config: string) =>
      ofKind(manifestsOf(config), 'Deployment').spec.template.metadata;
    expect(hashOf('prettyName: A')).not.toEqual(hashOf('prettyName: B'));
  });

  it.each([
    [handshake().replace(`listen: ':8080'`, ''), 'Write :8080.'],
    ['health: localhost:9', 'health is localhost:9'],
    ["health: '[::1]:9'", 'Write :9.'],
  ])(
    'are refused for addresses that cannot be reached: %j',
    (config, message) => {
      expect(() => manifestsOf(config)).toThrow(message);
    },
  );

  it('are refused for files outside of the Secret, each with the path to write', () => {
    const at = '/run/secrets/klutch-binding-backend';
    const files = `
handshake:
  externalUrl: https://bind.example
  listen: ':8080'
  tls: { certFile: /etc/tls/tls.crt, keyFile: ${at}/tls.key }
  database: { postgres: { file: ${at}/more/DATABASE_URL } }
  identityProviders:
    - id: company
      issuer: https://id.example
      clientId: klutch
      clientSecret: { file: client-secret }`;
    const control =
      'controlPlane: { externalServer: https://control.example, externalCaFile: /etc/klutch/ca.pem, kubeconfig: /etc/klutch/kubeconfig }';
    expect(() => manifestsOf(files, control)).toThrow(
      `write ${[
        `controlPlane.kubeconfig: ${at}/kubeconfig`,
        `controlPlane.externalCaFile: ${at}/ca.pem`,
        `handshake.tls.certFile: ${at}/tls.crt`,
        `handshake.database.postgres.file: ${at}/DATABASE_URL`,
        `handshake.identityProviders.0.clientSecret.file: ${at}/client-secret`,
      ].join('; ')}.`,
    );
  });

  it('accept files of the Secret', () => {
    const secret = '{ file: /run/secrets/klutch-binding-backend/secret }';
    const config = handshake().replace('{ env: CLIENT_SECRET }', secret);
    expect(() => manifestsOf(config)).not.toThrow();
  });

  it('are refused for a Lease in another namespace', () => {
    expect(() => manifestsOf('lease: { namespace: other }')).toThrow(
      'Set lease.namespace: data, or pass --namespace other.',
    );
  });

  it('are refused without an external server for app clusters', () => {
    expect(() => manifestsOf('', '')).toThrow('controlPlane.externalServer');
  });
});
