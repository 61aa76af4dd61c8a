/** Brings one binding as far up as it goes: secret → connection → export → CRD → claims → syncer. Every stop says why. */
import {
  conditionReasons as reasons,
  type APIServiceBinding,
  type APIServiceExport,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { idOf, type SingleObjectWatches } from '../singleObjectWatches';
import type { BindingWriter } from './bindingWriter';
import type {
  ControlPlane,
  ReadyControlPlane,
} from '../controlPlane/ControlPlane';
import type { Breakers } from '../deletion/breaker/Breakers';
import { areFinal, joinedByKind } from '../feedback/Tallies';
import { watchesAgreeMs } from '../feedback/Tally';
import type { CrdInstaller } from '../crds/installCrd';
import { claimTermsOf } from './expectedClaimsOf';
import { pinClusters, whyAnotherAppCluster } from './identityPins';
import { whyPaused } from './whyPaused';
import { whySuspended } from './switches';
import type { ClusterPins } from '../markers';
import {
  isEndless,
  renewalVerdict,
  secretVerdict,
  servedVerdict,
  verdictOn,
} from './lastingTrouble';
import { claimsUnserved, nothingServed } from './nothingServed';
import type { OpenControlPlane, SecretParts } from './openSecret';
import { planClaims } from './planClaims';
import { type BindingState } from '../conditions/bindingStatus';
import { because, type Verdict } from '../conditions/verdict';
import { whyNoExport, whyNotServed } from './whyNotServed';
import { asInstalled, toSyncedApi } from '../crds/syncedApi';
import type { Syncers } from './syncers';

/** What bindings are brought up with. */
export interface BindingParts extends SecretParts {
  appCluster: AppCluster;
  open: OpenControlPlane;
  crds: SingleObjectWatches<CustomResourceDefinition>;
  breakers: Breakers;
  syncers: Syncers;
  installer: CrdInstaller;
  writer: BindingWriter;
}

/** What came of one binding; somebody has to write it down. */
export interface BindingResult {
  /** The binding as it is now: a step may have written its metadata. */
  binding: APIServiceBinding;
  state: BindingState;
  controlPlane?: ControlPlane;
  apiExport?: APIServiceExport;
  crd?: CustomResourceDefinition;
}

/** When to try again what nothing announces; milliseconds. */
const tryAgainMs = 60_000;
/** How often to count what the breaker holds; milliseconds. */
const pauseCheckMs = 5_000;
const good: Verdict = { ok: true };

const notEstablished = (name: string) =>
  because(reasons.pending, `The CRD ${name} is not established yet.`, 'Info');

const uidsOf = (bindings: readonly APIServiceBinding[]) =>
  new Set(bindings.map(({ metadata }) => metadata.uid ?? ''));

/**
 * May be called any number of times; does one step after the other as events come in. A process that stands by follows
 * everything and writes nothing.
 */
export async function bringUp(
  parts: BindingParts,
  key: string,
  found: APIServiceBinding,
  context: ReconcileContext,
): Promise<BindingResult> {
  const { uid: consumerCluster, duty, takes } = parts.appCluster;
  const cloned = whyAnotherAppCluster(found, consumerCluster);
  if (cloned) {
    await standDown(parts, key);
    return { binding: found, state: nothingServed(found, cloned) };
  }
  const suspended = whySuspended(found);
  if (suspended) await parts.syncers.stop(key);

  const opened = parts.open(key, found);
  if (!opened) return { binding: found, state: {} };
  if (!opened.ok) {
    await standDown(parts, key);
    const { secretValid } = opened;
    const claimsServed = claimsUnserved(found, secretValid);
    return { binding: found, state: { secretValid, claimsServed } };
  }

  const { controlPlane } = opened;
  const { heartbeat, ready } = controlPlane;
  const state: BindingState = {
    secretValid: secretVerdict(opened, found, context),
    syncing: suspended,
    claimsServed: suspended && claimsUnserved(found, suspended),
    longLivedToken: isEndless(opened.login),
    kubeconfigNotWritten: heartbeat.notWritten,
    tokenNotRenewed: renewalVerdict(opened.login, found, context),
    heartbeating: heartbeat.verdict,
    providerPrettyName: heartbeat.providerPrettyName,
  };
  if (!ready) {
    // Nothing known is not the same as nothing wrong.
    const trouble = controlPlane.trouble();
    state.informersSynced = trouble && verdictOn(trouble, context);
    return { binding: found, state, controlPlane };
  }

  const { providerNamespaceUid, relatedObjects } = ready;
  const pin = await pinClusters(duty, parts.writer, found, {
    consumerCluster,
    providerNamespaceUid,
  });
  if (!pin.pinned || suspended) relatedObjects.set(key, []);
  if (!pin.pinned) {
    await parts.syncers.stop(key);
    Object.assign(state, nothingServed(found, pin.verdict));
    return { binding: found, state, controlPlane };
  }
  // Now that it is known where it leads, another shard may take it.
  if (!takes(pin.binding)) return { binding: pin.binding, state };
  return serve(parts, key, context, ready, {
    binding: pin.binding,
    state,
    controlPlane,
    pins: pin.pins,
  });
}

/** The second half, with a control plane that is known: export, CRD, claims, syncer. */
async function serve(
  parts: BindingParts,
  key: string,
  context: ReconcileContext,
  ready: ReadyControlPlane,
  soFar: BindingResult & { controlPlane: ControlPlane; pins: ClusterPins },
): Promise<BindingResult> {
  const { crds, installer, syncers, appCluster } = parts;
  const { binding, state, controlPlane, pins } = soFar;
  const { relatedObjects } = ready;
  const name = binding.metadata.name ?? '';

  const exportKey = `${controlPlane.clusterNamespace}/${name}`;
  const apiExport = controlPlane.exports.get(exportKey);
  const answers = apiExport && planClaims(binding, apiExport);
  const refusal = apiExport
    ? whyNotServed(name, apiExport, answers?.missing)
    : whyNoExport(name, controlPlane.exports.leftOut().get(exportKey));
  if (!apiExport || !answers || refusal) {
    await syncers.stop(key);
    relatedObjects.set(key, []);
    Object.assign(state, refusal && nothingServed(binding, refusal));
    return { ...soFar, apiExport };
  }

  const seen = crds.observe({ name });
  if (!seen.known) return { ...soFar, apiExport };
  const { crd, established, verdict, retry } = await installer.install({
    export: apiExport,
    binding,
    crd: seen.object,
    bindingUids: uidsOf(appCluster.bindings.list()),
    fromElsewhere: appCluster.remote !== undefined,
  });
  if (retry) context.requeueAfter(tryAgainMs);
  state.connected = verdict;
  const api =
    crd &&
    toSyncedApi(verdict.ok ? apiExport : asInstalled(apiExport, crd), crd);
  if (!api || !established) {
    // A CRD on its way out needs its syncer until the end: objects wait for being let go.
    if (!crd) await syncers.stop(key);
    relatedObjects.set(key, []);
    const why = verdict.ok ? notEstablished(name) : verdict;
    state.schemaInSync = why;
    state.claimsServed = claimsUnserved(binding, why);
    return { ...soFar, apiExport, crd };
  }
  state.schemaInSync = verdict;

  if (state.syncing) return { ...soFar, apiExport, crd };

  const syncer = await syncers.ensure(
    key,
    api,
    `${apiExport.metadata.generation} ${crd.metadata.generation}`,
    controlPlane,
    pins,
  );
  relatedObjects.set(
    key,
    syncer.refusal ? [] : answers.accepted,
    claimTermsOf(binding, apiExport),
  );
  if (syncer.refusal) {
    const { message } = syncer.refusal;
    state.connected = because(reasons.apiServiceExportInvalid, message);
    state.claimsServed = claimsUnserved(binding, state.connected);
  } else {
    state.claimsServed =
      answers.accepted.length > 0 &&
      servedVerdict(relatedObjects.standing(key), context);
  }
  const reviewed = appCluster.duty.leading
    ? await parts.breakers.of(key).review(binding)
    : { binding };
  if (reviewed.pause) context.requeueAfter(pauseCheckMs);
  state.syncing = whyPaused(binding, reviewed.pause) ?? good;
  state.tallies = joinedByKind([syncer.tallies(), relatedObjects.tallies(key)]);
  if (!areFinal(state.tallies)) context.requeueAfter(watchesAgreeMs);
  const trouble = controlPlane.trouble() ?? syncer.trouble();
  if (syncer.synced || trouble) {
    state.informersSynced = verdictOn(trouble, context);
  }
  return { ...soFar, binding: reviewed.binding, apiExport, crd };
}

/** Stops all work of a binding. */
export async function standDown(
  { syncers, connections }: BindingParts,
  key: string,
): Promise<void> {
  await syncers.stop(key);
  connections.leave(key);
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
