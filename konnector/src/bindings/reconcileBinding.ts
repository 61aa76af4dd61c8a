/**
 * Reconciles one binding step by step: secret → connection → export → CRD → claims → syncer. Each step that cannot
 * proceed sets a condition.
 */
import {
  conditionReasons as reasons,
  type APIServiceBinding,
  type APIServiceExport,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import type { SingleObjectWatches } from '../singleObjectWatches';
import type { BindingWriter } from './bindingWriter';
import type { Connection } from '../controlPlane/connections';
import type { ControlPlane } from '../controlPlane/ControlPlane';
import type { Breakers } from '../deletion/breaker/BindingBreaker';
import {
  areFinal,
  mergeReportsByKind,
  watchLagToleranceMs,
} from '../feedback/issueKinds';
import type { CrdInstaller } from '../crds/installCrd';
import { claimOptionsOf } from '../claims/expectedClaims';
import { pinClusters, appClusterChangedCondition } from './identityPins';
import type { ClusterPins } from '../markers';
import {
  claimsNotServed,
  deletionsPausedCondition,
  failureCondition,
  isNonExpiring,
  noExportCondition,
  notServedCondition,
  notServedState,
  renewalCondition,
  secretCondition,
  servedCondition,
  suspendedCondition,
} from './bindingConditions';
import type { OpenControlPlane, SecretParts } from './openSecret';
import { planClaims } from '../claims/planClaims';
import { type BindingState } from '../conditions/bindingStatus';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import { asInstalled, toSyncedApi, type SyncedApi } from '../crds/syncedApi';
import type { Syncers } from './syncers';

export interface BindingParts extends SecretParts {
  appCluster: AppCluster;
  open: OpenControlPlane;
  crds: SingleObjectWatches<CustomResourceDefinition>;
  breakers: Breakers;
  syncers: Syncers;
  installer: CrdInstaller;
  writer: BindingWriter;
}

/** Result of a reconcile; the caller writes the conditions. */
export interface BindingResult {
  /** The current binding; a step may have written its metadata. */
  binding: APIServiceBinding;
  state: BindingState;
  controlPlane?: ControlPlane;
  apiExport?: APIServiceExport;
  crd?: CustomResourceDefinition;
}

/** Requeue delay for states whose end no watch event announces; milliseconds. */
const retryMs = 60_000;
/** How often the paused deletions are counted; milliseconds. */
const pauseCheckMs = 5_000;
const okResult: ConditionResult = { ok: true };

const notEstablished = (name: string) =>
  falseCondition(
    reasons.pending,
    `The CRD ${name} is not established yet.`,
    'Info',
  );

const uidsOf = (bindings: readonly APIServiceBinding[]) =>
  new Set(bindings.map(({ metadata }) => metadata.uid ?? ''));

/** May be called repeatedly; proceeds as events arrive. A standby replica watches everything and writes nothing. */
export async function reconcileBinding(
  parts: BindingParts,
  key: string,
  binding: APIServiceBinding,
  context: ReconcileContext,
): Promise<BindingResult> {
  const { uid: consumerCluster, leadership, isInShard } = parts.appCluster;
  const cloned = appClusterChangedCondition(binding, consumerCluster);
  if (cloned) {
    await stopBinding(parts, key);
    return { binding, state: notServedState(binding, cloned) };
  }
  const suspended = suspendedCondition(binding);
  if (suspended) await parts.syncers.stop(key);

  const opened = parts.open(key, binding);
  if (!opened) return { binding, state: {} };
  if (!opened.ok) {
    await stopBinding(parts, key);
    const { secretValid } = opened;
    const claimsServed = claimsNotServed(binding, secretValid);
    return { binding, state: { secretValid, claimsServed } };
  }

  const { connection } = opened;
  const { access, controlPlane } = connection;
  const heartbeat = controlPlane?.heartbeat;
  await parts.syncers.stopOther(key, controlPlane);
  const state: BindingState = {
    secretValid: secretCondition(opened, binding, context),
    syncing: suspended,
    claimsServed: suspended && claimsNotServed(binding, suspended),
    nonExpiringToken: isNonExpiring(opened.credentials),
    kubeconfigNotWritten: heartbeat?.kubeconfigNotWritten(access),
    tokenNotRenewed: renewalCondition(opened.credentials, binding, context),
    heartbeating: heartbeat?.condition,
    providerPrettyName: heartbeat?.providerPrettyName,
  };
  if (!controlPlane?.ready) {
    // Without a known failure the condition stays as it is, because the watches have not synced yet.
    const failure = connection.failure();
    state.informersSynced = failure && failureCondition(failure, context);
    return { binding, state, controlPlane };
  }

  const { uid: providerNamespaceUid } = controlPlane;
  const pin = await pinClusters(leadership, parts.writer, binding, {
    consumerCluster,
    providerNamespaceUid,
  });
  if (!pin.pinned || suspended) connection.setClaims(key, []);
  if (!pin.pinned) {
    await parts.syncers.stop(key);
    Object.assign(state, notServedState(binding, pin.condition));
    return { binding, state, controlPlane };
  }
  // The shard depends on the cluster namespace, which is known only now, so another shard may own the binding.
  if (!isInShard(pin.binding)) return { binding: pin.binding, state };
  return reconcileExport(parts, key, context, {
    binding: pin.binding,
    state,
    connection,
    controlPlane,
    pins: pin.pins,
  });
}

/** A binding whose control plane is ready. */
interface ConnectedBinding extends BindingResult {
  connection: Connection;
  controlPlane: ControlPlane;
  pins: ClusterPins;
}

async function reconcileExport(
  parts: BindingParts,
  key: string,
  context: ReconcileContext,
  connected: ConnectedBinding,
): Promise<BindingResult> {
  const { crds, installer, syncers, appCluster } = parts;
  const { binding, state, connection, controlPlane } = connected;
  const name = binding.metadata.name ?? '';

  const exportKey = `${controlPlane.clusterNamespace}/${name}`;
  const apiExport = controlPlane.exports.get(exportKey);
  const answers = apiExport && planClaims(binding, apiExport);
  const refusal = apiExport
    ? notServedCondition(name, apiExport, answers?.missing)
    : noExportCondition(
        name,
        controlPlane.exports.invalidObjects().get(exportKey),
      );
  if (!apiExport || !answers || refusal) {
    await syncers.stop(key);
    connection.setClaims(key, []);
    Object.assign(state, refusal && notServedState(binding, refusal));
    return { ...connected, apiExport };
  }

  const seen = crds.observe({ name });
  if (!seen.known) return { ...connected, apiExport };
  const { crd, established, condition, retry } = await installer.install({
    export: apiExport,
    binding,
    crd: seen.object,
    bindingUids: uidsOf(appCluster.bindings.list()),
    isRemoteBinding: appCluster.remote !== undefined,
  });
  if (retry) context.requeueAfter(retryMs);
  state.connected = condition;
  const api =
    crd &&
    toSyncedApi(condition.ok ? apiExport : asInstalled(apiExport, crd), crd);
  if (!api || !established) {
    // A CRD that is being deleted keeps its syncer until the end, because the objects wait for their finalizers to be
    // removed.
    if (!crd) await syncers.stop(key);
    connection.setClaims(key, []);
    const why = condition.ok ? notEstablished(name) : condition;
    state.schemaInSync = why;
    state.claimsServed = claimsNotServed(binding, why);
    return { ...connected, apiExport, crd };
  }
  state.schemaInSync = condition;
  if (state.syncing) return { ...connected, apiExport, crd };
  const served = { ...connected, apiExport, crd };
  return syncObjects(parts, key, context, served, api, answers.accepted);
}

/** Syncs the objects of an established API, and those that its accepted claims select. */
async function syncObjects(
  { syncers, appCluster, breakers }: BindingParts,
  key: string,
  context: ReconcileContext,
  served: ConnectedBinding & Required<Pick<BindingResult, 'apiExport' | 'crd'>>,
  api: SyncedApi,
  accepted: readonly PermissionClaim[],
): Promise<BindingResult> {
  const { binding, state, connection, controlPlane, apiExport, crd } = served;
  const { claimedTypes } = controlPlane;
  const { pairs } = await syncers.ensure(
    key,
    api,
    `${apiExport.metadata.generation} ${crd.metadata.generation}`,
    controlPlane,
    served.pins,
  );
  const refusal = pairs.refusal()?.why;
  connection.setClaims(
    key,
    refusal ? [] : accepted,
    claimOptionsOf(binding, apiExport),
  );
  if (refusal) {
    state.connected = falseCondition(
      reasons.apiServiceExportInvalid,
      refusal.message,
    );
    state.claimsServed = claimsNotServed(binding, state.connected);
  } else {
    state.claimsServed =
      accepted.length > 0 && servedCondition(claimedTypes.status(key), context);
  }
  const reviewed = appCluster.leadership.isLeader
    ? await breakers.of(key).review(binding)
    : { binding };
  if (reviewed.pause) context.requeueAfter(pauseCheckMs);
  state.syncing = deletionsPausedCondition(binding, reviewed.pause) ?? okResult;
  state.issueReports = mergeReportsByKind([
    pairs.issueTracker.report(),
    claimedTypes.issueReports(key),
  ]);
  if (!areFinal(state.issueReports)) context.requeueAfter(watchLagToleranceMs);
  const failure = controlPlane.failure() ?? pairs.failure();
  if (pairs.hasSynced() || failure) {
    state.informersSynced = failureCondition(failure, context);
  }
  return { ...served, binding: reviewed.binding };
}

/** Stops the syncer and the connection of a binding. */
export async function stopBinding(
  { syncers, connections }: BindingParts,
  key: string,
): Promise<void> {
  await syncers.stop(key);
  connections.disconnect(key);
}
