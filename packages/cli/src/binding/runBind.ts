/** `bind <url>`: from the address of a provider to bindings. */
import { isDeepStrictEqual } from 'node:util';
import {
  names,
  parseApiName,
  type APIServiceBinding,
  type BindingResponse,
} from '@klutch/bind-api';
import {
  ensureKubeconfigSecret,
  kubeconfigSecretTarget,
  kubeconfigTarget,
} from '@klutch/binding-backend';
import { core, type KubeClient } from '@klutch/kube';
import { listBindings } from '../cluster/listBindings';
import type { CommandContext } from '../CommandContext';
import { dryRunSuffix } from '../output/dryRunOption';
import { withProgress } from '../progress';
import { accessToken, firstTokenFlag, type TokenFlags } from './accessToken';
import { ensureClusterId, requireBindRights } from './appClusterRights';
import { bindAsMachine } from './bindAsMachine';
import { bindExports } from './bindExports';
import { requireUsedFlags, type BindFlags } from './bindFlags';
import { checkOnAppCluster } from './checkWrites';
import { konnectorToInstall } from './konnectorToInstall';
import { bindingsText } from './printBindings';
import { readProvider, readProviderTitle } from './provider';
import { exportUrlOf } from './providerUrls';
import { qrCode } from './qrCode';
import { retryBusy } from './retryBusy';
import { signIn } from './signIn';

/** Flags of `bind <url>`. */
export interface BindUrlFlags extends BindFlags, TokenFlags {
  nonInteractive?: boolean;
  api?: string[];
  refresh?: boolean;
  browser: boolean;
  qr?: boolean;
}

/** Where and how to bind. */
export interface RunBindOptions {
  context: CommandContext;
  appCluster: KubeClient;
  url: string;
  flags: BindUrlFlags;
  openBrowser: (url: URL) => Promise<void>;
  environment?: NodeJS.ProcessEnv;
}

function requireConsistentFlags(flags: BindUrlFlags): void {
  const { api = [], dryRun, nonInteractive, output, refresh } = flags;
  requireUsedFlags(flags);
  if (!nonInteractive && api.length > 0) {
    throw new Error(
      'APIs are chosen in the browser. Leave out --api, or add --non-interactive.',
    );
  }
  const unused = nonInteractive ? undefined : firstTokenFlag(flags);
  if (unused) {
    throw new Error(
      `You sign in in the browser, so ${unused} has no effect. Leave it out, or add --non-interactive.`,
    );
  }
  if (nonInteractive && !refresh && api.length === 0) {
    throw new Error(
      'Without a browser, the APIs have to be named. Add --api <plural>.<group>, or --refresh to renew only the credentials.',
    );
  }
  if (dryRun !== 'none' && output) {
    throw new Error(
      'A dry run prints no bindings, because they depend on the sign-in. Leave out --output, or --dry-run.',
    );
  }
  if (refresh && api.length > 0) {
    throw new Error(
      '--refresh renews only the credentials. Leave out --api, or --refresh.',
    );
  }
}

/** A user signs in with a browser. */
async function bindAsUser(
  { appCluster, context, flags, openBrowser }: RunBindOptions,
  exportUrl: URL,
): Promise<BindingResponse> {
  const { signal, stderr } = context;
  const provider = await withProgress(
    stderr,
    `Waiting for ${exportUrl.host}`,
    retryBusy(() => readProvider(exportUrl, signal), { signal }),
  );
  return signIn({
    output: stderr,
    provider,
    clusterId: await ensureClusterId(appCluster),
    refresh: flags.refresh ?? false,
    onUrl: url =>
      stderr.write(
        `Sign in to ${provider.title} in your browser${flags.browser ? ', which opens now. If it does not, open' : ':'}\n\n  ${url.href}\n\nDo not give this address to others.\n${flags.qr ? `\n${qrCode(url)}` : ''}`,
      ),
    ...(flags.browser && { openBrowser }),
    onRefused: reason => stderr.write(`Warning: ${reason}\n`),
    timeoutMs: flags.timeout,
    signal,
  });
}

/** Writes renewed credentials to the Secrets of the bindings to this provider; nothing without such a binding. */
async function refreshKubeconfig(
  { appCluster }: RunBindOptions,
  kubeconfig: string,
): Promise<APIServiceBinding[]> {
  const target = kubeconfigTarget(kubeconfig);
  const [bindings, secrets] = await Promise.all([
    listBindings(appCluster),
    appCluster.list(core.secrets, { namespace: names.appClusterNamespace }),
  ]);
  const ofProvider = secrets.items
    .filter(secret => {
      const known = kubeconfigSecretTarget(secret);
      return known !== undefined && isDeepStrictEqual(known, target);
    })
    .map(({ metadata }) => metadata.name);
  const bound = bindings.filter(({ spec }) =>
    ofProvider.includes(spec?.kubeconfigSecretRef.name),
  );
  if (bound.length === 0) {
    throw new Error(
      'No binding on this app cluster uses credentials of this provider, so nothing was written. Bind its APIs without --refresh.',
    );
  }
  for (const binding of bound) {
    await ensureKubeconfigSecret(appCluster, binding, kubeconfig);
  }
  return bound;
}

/** What a run without `--dry-run` would do, and what this one did not. Pure. */
function plannedText({ api = [], nonInteractive, refresh }: BindUrlFlags) {
  const credentials = 'The credentials would be renewed';
  if (nonInteractive) {
    const planned = refresh
      ? credentials
      : `${api.join(', ')} would be requested`;
    return `${planned}; an access token was obtained, and nothing was written.`;
  }
  const planned = refresh
    ? `${credentials} after a sign-in`
    : 'The APIs would be chosen in the browser';
  return `${planned}; nothing was written, and nobody was signed in.`;
}

/** Checks all that can be checked without a sign-in, which would make the provider create a namespace. */
async function runDryRun(
  options: RunBindOptions,
  exportUrl: URL,
): Promise<void> {
  const { appCluster, context, environment, flags } = options;
  const title = await withProgress(
    context.stderr,
    `Waiting for ${exportUrl.host}`,
    flags.nonInteractive
      ? readProviderTitle(exportUrl, context.signal)
      : readProvider(exportUrl, context.signal).then(({ title: name }) => name),
  );
  await requireBindRights(appCluster);
  if (flags.nonInteractive) {
    const { signal } = context;
    await accessToken(flags, environment, { signal });
  }
  const konnectorImage = await konnectorToInstall(options);
  const apis = (flags.api ?? []).map(parseApiName);
  if (flags.dryRun === 'server') {
    await checkOnAppCluster(context, appCluster, { apis, konnectorImage });
  }
  context.stdout.write(
    `${title} can be bound${dryRunSuffix[flags.dryRun]}. ${plannedText(flags)}\n`,
  );
}

/**
 * Binds, and prints the bindings.
 *
 * @throws Error with what to do
 */
export async function runBind(options: RunBindOptions): Promise<void> {
  const { appCluster, context, flags } = options;
  requireConsistentFlags(flags);
  const exportUrl = exportUrlOf(options.url);
  if (flags.dryRun !== 'none') {
    await runDryRun(options, exportUrl);
    return;
  }
  await withProgress(
    context.stderr,
    'Waiting for the app cluster',
    requireBindRights(appCluster),
  );
  const konnectorImage = await konnectorToInstall(options);
  const respond = flags.nonInteractive ? bindAsMachine : bindAsUser;
  const { kubeconfig: encoded, requests } = await respond(options, exportUrl);
  const kubeconfig = Buffer.from(encoded, 'base64').toString('utf8');
  // A backend of the reference does not know of a refresh, and answers with requests.
  const isRefresh = flags.refresh || requests.length === 0;
  const bindings = isRefresh
    ? await refreshKubeconfig(options, kubeconfig)
    : await bindExports({
        context,
        appCluster,
        kubeconfig,
        requests,
        flags,
        konnectorImage,
      });
  const done = isRefresh ? 'refreshed' : 'bound';
  context.stdout.write(bindingsText(bindings, flags.output, done));
}
