/** The files of the package that are generated, with their content. */
import { dataServices } from '../dataServices';
import type {
  Composition,
  CompositeResourceDefinition,
  Manifest,
} from '../types';
import { a8sCompositions } from './a8sCompositions';
import {
  a9sInstanceComposition,
  a9sRelatedCompositions,
} from './a9sCompositions';
import { exportTemplate } from './exportTemplates';
import { instanceXrd } from './instanceXrd';
import { relatedXrds } from './relatedXrds';
import { toYaml11 } from './toYaml11';

const header =
  '# Generated from src/dataServices by `yarn workspace @klutch/crossplane generate`: do not edit.\n';

const toYaml = (manifest: Manifest): string => header + toYaml11(manifest);

export const xrds: readonly CompositeResourceDefinition[] = [
  ...dataServices.map(instanceXrd),
  ...relatedXrds,
];

/** The Compositions of both automations. */
export const compositions: readonly Composition[] = [
  ...dataServices.map(a9sInstanceComposition),
  ...a9sRelatedCompositions,
  ...a8sCompositions,
];

/** Folder of an API: the name of its Compositions without the automation. */
const folderOf = (xrd: CompositeResourceDefinition): string =>
  xrd.spec.defaultCompositionRef?.name.replace(/^a[89]s-/, '') ?? '';

/** Path below the package's root, and content. */
export function manifestFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const xrd of xrds) {
    const folder = `apis/${folderOf(xrd)}`;
    const { plural } = xrd.spec.claimNames;
    files.set(`${folder}/definition.yaml`, toYaml(xrd));
    files.set(
      `export-templates/${plural}.yaml`,
      toYaml(exportTemplate(plural)),
    );
    for (const composition of compositions) {
      if (composition.spec.compositeTypeRef.kind !== xrd.spec.names.kind)
        continue;
      files.set(
        `${folder}/composition-${composition.metadata.name}.yaml`,
        toYaml(composition),
      );
    }
  }
  return files;
}
