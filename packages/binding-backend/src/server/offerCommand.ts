/** `klutch-binding-backend offer`: prints what offers an API to app clusters, for an administrator to apply. */
import {
  names,
  parseApiName,
  type ApiResource,
  type PermissionClaim,
} from '@klutch/bind-api';
import { Command } from 'commander';
import { parse } from 'yaml';
import { z } from 'zod';
import { BindingError } from '../errors/BindingError';
import { planTemplate } from '../roles/templateRole';
import { readNamedFile } from './readNamedFile';
import { toYaml } from './toYaml';

const claimSchema = z.looseObject({
  group: z.string().optional(),
  resource: z.string().min(1),
  version: z.string().min(1),
});

/** What the rights follow from; the rest is the API server's to judge, when the template is applied. */
const claimListSchema = z.array(
  z.custom<PermissionClaim>(claim => claimSchema.safeParse(claim).success),
);

const readClaims = (file: string): PermissionClaim[] => {
  const text = readNamedFile('--claims', file);
  try {
    return claimListSchema.parse(parse(text));
  } catch (error) {
    throw new BindingError(
      'Misconfigured',
      `${file} is no list of permission claims. Write YAML as in spec.permissionClaims of an export template: "- { group: '', resource: secrets, version: v1, selector: { owner: Provider } }".`,
      { cause: error },
    );
  }
};

/** A name without a group would offer a type of Kubernetes itself. */
const parseCrdName = (name: string): ApiResource => {
  const api = parseApiName(name);
  if (api.group && api.resource) return api;
  throw new BindingError(
    'InvalidInput',
    `"${name}" is not the name of a CRD. Write <plural>.<group>, as "kubectl get crd" shows it.`,
  );
};

interface Flags {
  claims?: string;
  namespace: string;
}

/** The subcommand; `print` gets the YAML. */
export const offerCommand = (print: (text: string) => void): Command =>
  new Command('offer')
    .description(
      'Prints what offers an API to app clusters, for an administrator to apply: its export template, the role with the rights on it, and the one by which the backend grants them',
    )
    .allowExcessArguments(false)
    .argument('<api>', 'name of its CRD, <plural>.<group>')
    .option(
      '--claims <file>',
      'what app clusters are asked to accept along with it: YAML, the list for spec.permissionClaims',
    )
    .option(
      '--namespace <name>',
      'of the export template',
      names.templateNamespace,
    )
    .action((api: string, { claims, namespace }: Flags) =>
      print(
        toYaml(
          planTemplate({
            ...parseCrdName(api),
            namespace,
            claims: claims === undefined ? [] : readClaims(claims),
          }),
        ),
      ),
    );
