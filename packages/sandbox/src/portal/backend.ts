/** Runs the portal's backend from source, serving the built frontend on one port. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@klutch/local-processes';
import type { IdentityProvider } from '../identity/identityProvider';
import { BIND_AUDIENCE } from '../identity/users';
import { repository, type Layout } from '../layout';
import {
  keepRunning,
  type AutoRestartedProcess,
} from '../processes/nodeProcess';

export interface BackendOptions {
  layout: Layout;
  port: number;
  identityProvider: IdentityProvider;
  /** Path of the kubeconfig of the portal's own user on the control plane. */
  controlPlaneKubeconfig: string;
  signal: AbortSignal;
  onRestart: (text: string) => void;
}

/** The secret is stored, so that sessions survive a restart of the portal. */
async function sessionSecret(layout: Layout): Promise<string> {
  const file = join(layout.portal, 'session-secret');
  try {
    return await readFile(file, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('base64url');
    writeFileAtomic(file, secret, { mode: 0o600 });
    return secret;
  }
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/.backstage/health/v1/readiness`);
  return response.ok;
}

/**
 * Starts the backend and waits until it is ready.
 *
 * @throws with the last lines of its log
 */
export async function startBackend(
  options: BackendOptions,
): Promise<AutoRestartedProcess> {
  const { layout, port, identityProvider } = options;
  await mkdir(layout.portal, { recursive: true });
  // The catalog is rebuilt from its sources in seconds. After a kill during the processing of an entity the catalog
  // never processes that entity again, and its user could not sign in.
  await rm(join(layout.portal, 'catalog.sqlite'), { force: true });
  const url = `http://localhost:${port}`;
  return keepRunning({
    name: 'portal',
    args: [
      '--require',
      join(repository, 'node_modules/@backstage/cli/config/nodeTransform.cjs'),
      join(repository, 'packages/backend/src/index.ts'),
      '--config',
      join(repository, 'app-config.yaml'),
    ],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      KLUTCH_PORTAL_URL: url,
      KLUTCH_PORTAL_PORT: `${port}`,
      KLUTCH_PORTAL_DATA: layout.portal,
      KLUTCH_SESSION_SECRET: await sessionSecret(layout),
      KLUTCH_CONTROL_PLANE_KUBECONFIG: options.controlPlaneKubeconfig,
      KLUTCH_OIDC_METADATA_URL: `${identityProvider.issuer}/.well-known/openid-configuration`,
      KLUTCH_OIDC_CLIENT_ID: identityProvider.portal.clientId,
      KLUTCH_OIDC_CLIENT_SECRET: identityProvider.portal.clientSecret,
      KLUTCH_BINDING_ISSUER: identityProvider.issuer,
      KLUTCH_BINDING_CLIENT_ID: identityProvider.binding.clientId,
      KLUTCH_BINDING_CLIENT_SECRET: identityProvider.binding.clientSecret,
      KLUTCH_BINDING_AUDIENCE: BIND_AUDIENCE,
    },
    logFile: join(layout.logs, 'portal.log'),
    ready: () => isReady(url),
    readyTimeoutMs: 120_000,
    signal: options.signal,
    onRestart: options.onRestart,
  });
}
