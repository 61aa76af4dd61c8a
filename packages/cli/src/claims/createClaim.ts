/** Carries out `create`: completes the order from what it refers to, checks it, sends it. */
import { isDeepStrictEqual } from 'node:util';
import type { KubeClient } from '@klutch/kube';
import { apiVersionOf, isAlreadyExists } from '@klutch/kube';
import { specProblems } from './checkSpec';
import {
  claimResource,
  claimName,
  type Claim,
  type ClaimApi,
  type ClaimType,
} from './ClaimApi';
import type { CommandContext } from '../CommandContext';
import type { CreateCommand, CreateOptions } from './createCommand';
import { parseDuration } from '../duration';
import { splitTypeAndName } from './findApi';
import { fieldManager } from '../cluster/fieldManager';
import { dryRunSuffix } from '../output/dryRunOption';
import { objectText } from '../output/objects';
import { writeProgress } from '../progress';
import { findClaim } from './readClaims';
import { relatedSpec } from './relatedSpec';
import { specOfFlags } from './specFlags';
import { isReady } from './claimState';
import { waitForClaim } from './waitForClaim';

/** Where a claim is created. */
export interface CreateTarget {
  client: KubeClient;
  namespace: string;
  /** All APIs of the cluster. */
  apis: readonly ClaimApi[];
  api: ClaimApi;
}

/** The type of claim that each type is made from. */
const sourceTypes: Partial<Record<ClaimType, ClaimType>> = {
  binding: 'instance',
  backup: 'instance',
  restore: 'backup',
};

/** The spec of a claim that refers to another one, completed from that other one. */
async function withSource(
  { client, namespace, apis, api }: CreateTarget,
  spec: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const sourceType = sourceTypes[api.type];
  const reference = sourceType === 'backup' ? spec.backupRef : spec.instanceRef;
  if (typeof reference !== 'string') return spec;
  const sources = apis.filter(({ type }) => type === sourceType);
  const source = await findClaim(client, sources, reference, namespace);
  const { instanceRef, backupRef: _, ...rest } = spec;
  return {
    ...relatedSpec(source, api),
    ...(typeof instanceRef === 'string' && {
      instanceRef: splitTypeAndName(instanceRef).name,
    }),
    ...rest,
  };
}

async function claimOf(
  target: CreateTarget,
  name: string,
  created: CreateCommand,
): Promise<Claim> {
  const given = specOfFlags(created.flags, created.valueOf);
  const spec = await withSource(target, given);
  const problems = specProblems(target.api, created.flags, spec);
  if (problems.length > 0) {
    throw new Error(
      `${problems.join('\n')}\n"--help" lists the flags and their values.`,
    );
  }
  return {
    apiVersion: apiVersionOf(target.api),
    kind: target.api.kind,
    metadata: { name, namespace: target.namespace },
    spec,
  };
}

/** Whether a value has everything of another one; the API server and the provider add defaults. */
const contains = (value: unknown, part: unknown): boolean =>
  typeof value === 'object' && value && typeof part === 'object' && part
    ? Object.entries(part).every(([key, field]) =>
        contains((value as Record<string, unknown>)[key], field),
      )
    : isDeepStrictEqual(value, part);

/**
 * Creates the claim.
 *
 * @param isWaiting - takes the same claim of an interrupted run for it
 */
async function order(
  { client, api }: CreateTarget,
  claim: Claim,
  dryRun: CreateOptions['dryRun'],
  isWaiting: boolean,
): Promise<Claim> {
  const resource = claimResource(api);
  const { name = '', namespace } = claim.metadata;
  try {
    return await client.create(resource, claim, {
      fieldManager,
      strictFields: true,
      dryRun: dryRun === 'server',
    });
  } catch (error) {
    if (!isWaiting || !isAlreadyExists(error)) throw error;
    const existing = await client.get(resource, { namespace, name });
    if (!existing || !contains(existing.spec, claim.spec)) throw error;
    return existing;
  }
}

/**
 * Creates the claim that the parsed flags describe, and prints it.
 *
 * @throws Error that names each flag that is missing or that a rule refuses
 */
export async function createClaim(
  context: CommandContext,
  target: CreateTarget,
  name: string,
  created: CreateCommand,
): Promise<void> {
  const { client, namespace, api } = target;
  const options = created.command.optsWithGlobals<CreateOptions>();
  const timeoutMs = parseDuration(options.timeout);
  const wanted = await claimOf(target, name, created);
  const { dryRun } = options;
  const isWaiting = options.wait === true && dryRun === 'none';
  const claim =
    dryRun === 'client'
      ? wanted
      : await order(target, wanted, dryRun, isWaiting);
  const key = { namespace, name };
  const final = isWaiting
    ? await waitForClaim(client, api, key, {
        timeoutMs,
        signal: context.signal,
        until: isReady,
        onProgress: text => writeProgress(context.stderr, `${name}: ${text}`),
      })
    : claim;
  const done = isWaiting ? 'ready' : `created${dryRunSuffix[dryRun]}`;
  context.stdout.write(
    objectText(claimName(api, final), final, options.output, done),
  );
}
