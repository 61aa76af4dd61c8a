/** `klutch-binding-backend offer`: prints the manifests that offer an API to app clusters. */
import {
  names,
  parseApiName,
  toYaml,
  type ApiResource,
  type PermissionClaim,
} from '@klutch/bind-api';
import { Command } from 'commander';
import { parse } from 'yaml';
import { z } from 'zod';
import { BindingError } from '../errors/BindingError';
import { planTemplate } from '../roles/templateRole';
import { readNamedFile } from './readNamedFile';

const claimSchema = z.looseObject({
  group: z.string().optional(),
  resource: z.string().min(1),
  version: z.string().min(1),
});

/** Only the fields that determine rights; the API server validates the others when the template is applied. */
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
      `${file} is not a list of permission claims. Write YAML as in spec.permissionClaims of an export template: "- { group: '', resource: secrets, version: v1, selector: { owner: Provider } }".`,
      { cause: error },
    );
  }
};

/** A name without a group would offer a core type of Kubernetes. */
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

/** The subcommand; `print` receives the YAML. */
export const offerCommand = (print: (text: string) => void): Command =>
  new Command('offer')
    .description(
      'Prints the manifests that offer an API to app clusters, to be applied by an administrator: its export template, the role with the rights on the API, and the role that lets the backend grant those rights',
    )
    .allowExcessArguments(false)
    .argument('<api>', 'name of the CRD, <plural>.<group>')
    .option(
      '--claims <file>',
      'YAML file with the permission claims that app clusters have to accept, as in spec.permissionClaims',
    )
    .option(
      '--namespace <name>',
      'namespace of the export template',
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
