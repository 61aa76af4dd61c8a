/** Brings one binding as far up as it goes: secret → connection → export → CRD → claims → syncer. Every stop says why. */
import {
  conditionReasons as reasons,
  syncedVersion,
  type AcceptablePermissionClaim,
  type APIServiceBinding,
  type APIServiceExport,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import type { ReconcileContext, Secret } from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { idOf, type SingleObjectWatches } from '../singleObjectWatches';
import type { Trouble } from '../trouble';
import type { BindingWriter } from './bindingWriter';
import type { Connection } from './connection';
import type { Connections } from './connections';
import type { CrdInstaller } from './installCrd';
import {
  readKubeconfigSecret,
  type KubeconfigReading,
  type UsableKubeconfig,
} from './kubeconfigSecret';
import { pinControlPlane } from './pinControlPlane';
import { planClaims, unsupportedFields } from './planClaims';
import { because, type BindingState, type Verdict } from './planConditions';
import { toSyncedApi } from './syncedApi';
import type { Syncers } from './syncers';

/** What bindings are brought up with. */
export interface BindingParts {
  appCluster: AppCluster;
  secrets: SingleObjectWatches<Secret>;
  crds: SingleObjectWatches<CustomResourceDefinition>;
  connections: Connections;
  syncers: Syncers;
  installer: CrdInstaller;
  writer: BindingWriter;
}

/** What came of one binding; somebody has to write it down. */
export interface BindingResult {
  /** The binding as it is now: a step may have written its metadata. */
  binding: APIServiceBinding;
  state: BindingState;
  connection?: Connection;
  apiExport?: APIServiceExport;
  crd?: CustomResourceDefinition;
}

/** Everything may hiccup for so long before a condition speaks of it; milliseconds. */
const hiccupMs = 10_000;
/** When to try again what nothing announces; milliseconds. */
const tryAgainMs = 60_000;
const good: Verdict = { ok: true };

const notEstablished = (name: string) =>
  because(reasons.pending, `The CRD ${name} is not established yet.`, 'Info');

const uidsOf = (bindings: readonly APIServiceBinding[]) =>
  new Set(bindings.map(({ metadata }) => metadata.uid ?? ''));

/** May be called any number of times; does one step after the other as events come in. */
export async function bringUp(
  parts: BindingParts,
  key: string,
  found: APIServiceBinding,
  context: ReconcileContext,
): Promise<BindingResult> {
  const { connections, crds, installer, syncers, appCluster } = parts;
  const name = found.metadata.name ?? '';

  const reading = readSecret(parts, found);
  if (!reading) return { binding: found, state: {} };
  const opened = reading.ok
    ? connect(connections, key, found, reading.value)
    : reading;
  if (!opened.ok) {
    await standDown(parts, key);
    const secretValid = because(opened.reason, opened.message);
    return { binding: found, state: { secretValid } };
  }

  const { connection } = opened;
  const { heartbeat, ready } = connection;
  const state: BindingState = {
    secretValid: good,
    heartbeating: heartbeat.verdict,
    providerPrettyName: heartbeat.providerPrettyName,
  };
  if (!ready) {
    // Nothing known is not the same as nothing wrong.
    const trouble = connection.trouble();
    state.informersSynced = trouble && verdictOn(trouble, context);
    return { binding: found, state, connection };
  }

  const pin = await pinControlPlane(
    parts.writer,
    found,
    ready.providerNamespaceUid,
  );
  if (!pin.pinned) {
    await syncers.stop(key);
    state.connected = pin.verdict;
    return { binding: found, state, connection };
  }
  const { binding } = pin;

  const apiExport = connection.exports.get(
    `${connection.clusterNamespace}/${name}`,
  );
  const answers = apiExport && planClaims(binding, apiExport);
  const refusal = whyNotServed(name, apiExport, answers?.missing);
  if (!apiExport || !answers || refusal) {
    await syncers.stop(key);
    state.connected = refusal;
    return { binding, state, connection, apiExport };
  }

  const seen = crds.observe({ name });
  if (!seen.known) return { binding, state, connection, apiExport };
  const { crd, established, verdict, retry } = await installer.install({
    export: apiExport,
    binding,
    crd: seen.object,
    bindingUids: uidsOf(appCluster.bindings.list()),
  });
  if (retry) context.requeueAfter(tryAgainMs);
  state.connected = verdict;
  const api = crd && toSyncedApi(apiExport, crd);
  if (!api || !established) {
    // A CRD on its way out needs its syncer until the end: objects wait for being let go.
    if (!crd) await syncers.stop(key);
    state.schemaInSync = verdict.ok ? notEstablished(name) : verdict;
    return { binding, state, connection, apiExport, crd };
  }
  state.schemaInSync = good;

  warnAbout(answers.accepted, appCluster, key);
  ready.relatedObjects.set(key, answers.accepted);
  const syncer = await syncers.ensure(
    key,
    api,
    `${apiExport.metadata.generation} ${crd.metadata.generation}`,
    connection,
    ready.providerNamespaceUid,
  );
  const trouble =
    connection.trouble() ?? syncer.trouble() ?? ready.relatedObjects.trouble();
  if (syncer.synced || trouble) {
    state.informersSynced = verdictOn(trouble, context);
  }
  return { binding, state, connection, apiExport, crd };
}

/** Stops all work of a binding. */
export async function standDown(
  { syncers, connections }: BindingParts,
  key: string,
): Promise<void> {
  await syncers.stop(key);
  connections.leave(key);
}

/** Undefined while the secret is being read. */
function readSecret(
  { secrets }: BindingParts,
  binding: APIServiceBinding,
): KubeconfigReading | undefined {
  const ref = binding.spec?.kubeconfigSecretRef;
  if (!ref) {
    return {
      ok: false,
      reason: reasons.kubeconfigSecretInvalid,
      message: 'The binding names no kubeconfig secret. Bind again.',
    };
  }
  const { namespace, name, key } = ref;
  const where = `Secret ${idOf({ namespace, name })}`;
  const found = secrets.observe({ namespace, name });
  if (found.known) return readKubeconfigSecret(found.object, key, where);
  return found.problem
    ? {
        ok: false,
        reason: reasons.kubeconfigSecretInvalid,
        message: `${where} cannot be read: ${found.problem}`,
      }
    : undefined;
}

function connect(
  connections: Connections,
  key: string,
  binding: APIServiceBinding,
  kubeconfig: UsableKubeconfig,
):
  | { ok: true; connection: Connection }
  | { ok: false; reason: string; message: string } {
  const {
    namespace = '',
    name = '',
    key: dataKey = 'kubeconfig',
  } = binding.spec?.kubeconfigSecretRef ?? {};
  try {
    const ref = { namespace, name, key: dataKey };
    return { ok: true, connection: connections.use(key, ref, kubeconfig) };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown reason';
    return { ok: false, reason: reasons.kubeconfigSecretInvalid, message };
  }
}

/** A short hiccup leaves the condition as it was. */
function verdictOn(
  trouble: Trouble | undefined,
  context: ReconcileContext,
): Verdict | undefined {
  if (!trouble) return good;
  const rest = trouble.since.getTime() + hiccupMs - Date.now();
  if (rest <= 0) return because(reasons.informerSyncTimeout, trouble.message);
  context.requeueAfter(rest);
  return undefined;
}

function whyNotServed(
  name: string,
  apiExport: APIServiceExport | undefined,
  missingClaims: readonly string[] = [],
): Verdict | undefined {
  if (!apiExport) {
    return because(
      reasons.apiServiceExportNotFound,
      `The control plane does not export ${name} to this app cluster. Objects stay as they are. Request the API again, or delete this binding.`,
    );
  }
  if (apiExport.spec.scope !== 'Namespaced') {
    return because(
      reasons.apiServiceExportInvalid,
      `${name} is cluster-scoped; this konnector syncs namespaced APIs only.`,
    );
  }
  if (!syncedVersion(apiExport.spec)) {
    return because(
      reasons.apiServiceExportInvalid,
      `The export of ${name} serves no version.`,
    );
  }
  return missingClaims.length > 0
    ? because(
        'PermissionClaimNotAccepted',
        `The API needs permission claims that nobody has accepted: ${missingClaims.join(', ')}. Accept them in spec.permissionClaims of this binding.`,
        'Warning',
      )
    : undefined;
}

const warned = new WeakMap<AppCluster, Set<string>>();

/** Fields that are not acted on are told once each, never passed over in silence. */
function warnAbout(
  claims: readonly AcceptablePermissionClaim[],
  appCluster: AppCluster,
  binding: string,
): void {
  const told = warned.get(appCluster) ?? new Set();
  warned.set(appCluster, told);
  for (const claim of claims) {
    for (const field of unsupportedFields(claim)) {
      const id = `${binding} ${claim.resource} ${field}`;
      if (told.has(id)) continue;
      told.add(id);
      appCluster.logger.warn(
        { binding, claim: claim.resource, field },
        'this field of a permission claim is not acted on',
      );
    }
  }
}

/** All kubeconfig secrets and APIs that bindings speak of, for whoever keeps watches on them. */
export const namedBy = (bindings: readonly APIServiceBinding[]) => ({
  secrets: new Set(
    bindings.flatMap(({ spec }) =>
      spec ? [idOf(spec.kubeconfigSecretRef)] : [],
    ),
  ),
  apis: new Set(bindings.map(({ metadata }) => metadata.name ?? '')),
});
