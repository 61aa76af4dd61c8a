/** Reads the YAML manifests of this package: XRDs, compositions, export templates, provider CRDs. */
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type {
  Composition,
  CompositeResourceDefinition,
  ExportTemplate,
  Manifest,
  ProviderCrd,
} from './types';

/** Root of the package, from `src` as well as from `dist`. */
const root = join(__dirname, '..');

const readManifest = async (...path: string[]): Promise<Manifest> => {
  const file = join(root, ...path);
  const manifest: unknown = parse(await readFile(file, 'utf8'));
  if (
    typeof manifest !== 'object' ||
    manifest === null ||
    !('kind' in manifest)
  ) {
    throw new Error(`${file} is not a Kubernetes manifest: it has no kind.`);
  }
  return manifest as Manifest;
};

const readFolder = async (folder: string): Promise<Manifest[]> => {
  const files = (await readdir(join(root, folder)))
    .filter(file => file.endsWith('.yaml'))
    .sort();
  return Promise.all(files.map(file => readManifest(folder, file)));
};

/** The automations that Compositions order services from. */
export type Automation = 'a8s' | 'a9s';

/** The manifests of all APIs whose file name has the prefix. */
const readApis = async (
  prefix: 'definition' | `composition-${Automation | ''}`,
): Promise<Manifest[]> => {
  const files = (await readdir(join(root, 'apis'), { recursive: true }))
    .filter(file => basename(file).startsWith(prefix))
    .sort();
  return Promise.all(files.map(file => readManifest('apis', file)));
};

/** The XRDs (`CompositeResourceDefinition`), ordered by folder name. Throws when a file is missing or not YAML. */
export const loadXrds = async (): Promise<CompositeResourceDefinition[]> =>
  (await readApis('definition')) as CompositeResourceDefinition[];

/** The compositions, by default of both automations. Those of a8s need its operator and provider-kubernetes. */
export const loadCompositions = async (
  automation: Automation | '' = '',
): Promise<Composition[]> =>
  (await readApis(`composition-${automation}`)) as Composition[];

/** The export templates, for namespace `crossplane-system`. These need the binding protocol's CRDs. */
export const loadExportTemplates = async (): Promise<ExportTemplate[]> =>
  (await readFolder('export-templates')) as ExportTemplate[];

/** The CRDs of `dataservices.anynines.com/v1` that compositions use. */
export const loadProviderCrds = async (): Promise<ProviderCrd[]> =>
  (await readFolder('provider-crds')) as ProviderCrd[];

/** Example claims, without a namespace. */
export const loadExamples = async (): Promise<Manifest[]> =>
  readFolder('examples');
