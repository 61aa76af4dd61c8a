/** `templates create`: the manifests that offer an API. */
import { names, toYaml } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import type { KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import type { DryRun } from '../output/dryRunOption';
import { listText } from '../output/objects';
import { withProgress } from '../progress';
import { changeClaims, type ClaimChanges } from './claimFlags';
import {
  findOfferable,
  listOfferable,
  suggestedClaimsOf,
} from './offerableApis';
import { applyOffers } from './runApplyTemplates';

/** Flags of `templates create`. */
export interface CreateTemplateFlags extends ClaimChanges {
  apply?: boolean;
  dryRun: DryRun;
  output: 'yaml' | 'json';
  namespace?: string;
}

/**
 * Prints the manifests, roles first, or applies them.
 *
 * @param name - the API: its CRD, plural, singular, kind or short name
 */
export async function runCreateTemplate(
  context: CommandContext,
  client: KubeClient,
  name: string,
  flags: CreateTemplateFlags,
): Promise<void> {
  const crds = await withProgress(
    context.stderr,
    'Reading the APIs of the control plane',
    listOfferable(client),
  );
  const crd = findOfferable(crds, name);
  const { group, names: crdNames } = crd.spec;
  const [template, ...roles] = planTemplate({
    group,
    resource: crdNames.plural,
    claims: changeClaims(suggestedClaimsOf(crd), flags),
    namespace: flags.namespace ?? names.templateNamespace,
  });
  const { dryRun } = flags;
  if (flags.apply) {
    const offers = [{ template, roles }];
    await applyOffers(context, client, offers, { dryRun });
    return;
  }
  const objects = [...roles, template];
  context.stdout.write(
    flags.output === 'json' ? listText(objects, 'json') : toYaml(objects),
  );
}
