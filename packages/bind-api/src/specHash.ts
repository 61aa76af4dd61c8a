/** Hash by which the backend detects changes of a provider CRD. */
import { sha224Base62 } from './base62';
import { encodeCrdSchema } from './crdSchemaJson';
import {
  anything,
  list,
  nonZero,
  pointer,
  struct,
  type GoEncoder,
} from './goJson';
import type { APIServiceExportCrdSpec } from './types/apiServiceExport';

const names = struct([
  ['plural', anything],
  ['singular', nonZero()],
  ['shortNames', nonZero()],
  ['kind', anything],
  ['listKind', nonZero()],
  ['categories', nonZero()],
]);

const subresources = struct([
  ['status', pointer()],
  [
    'scale',
    pointer(
      struct([
        ['specReplicasPath', anything],
        ['statusReplicasPath', anything],
        ['labelSelectorPath', pointer()],
      ]),
    ),
  ],
]);

const column = struct([
  ['name', anything],
  ['type', anything],
  ['format', nonZero()],
  ['description', nonZero()],
  ['priority', nonZero()],
  ['jsonPath', anything],
]);

const version = struct([
  ['name', anything],
  ['served', anything],
  ['storage', anything],
  ['deprecated', nonZero()],
  ['deprecationWarning', pointer()],
  ['schema', struct([['openAPIV3Schema', encodeCrdSchema]])],
  // Go never omits a struct.
  ['subresources', value => subresources(value ?? {})],
  ['additionalPrinterColumns', nonZero(list(column))],
]);

const crdSpec: GoEncoder = struct([
  ['group', anything],
  ['names', names],
  ['scope', anything],
  ['versions', list(version)],
]);

/** The hashed text: the CRD part of an export's spec as the upstream backend marshals it. */
export const specJson = ({
  group,
  names: crdNames,
  scope,
  versions,
}: APIServiceExportCrdSpec): string =>
  crdSpec({ group, names: crdNames, scope, versions }) ?? '';

/**
 * Value of the `source-spec-hash` annotation: base62(SHA-224(Go JSON)) of group, names, scope and versions, independent
 * of the order of keys. The value equals that of upstream Klutch for the same CRD, so that replacing the backend rewrites
 * no export, except for schemas with integers beyond 2^53, whose last digits JavaScript loses. The input must be a result
 * of `crdToExportSpec`: a schema that is nested deeper may exhaust the stack.
 * Source: Klutch `bind/pkg/apis/bind/v1alpha1/helpers/serviceexport.go`.
 */
export const specHash = (spec: APIServiceExportCrdSpec): string =>
  sha224Base62(specJson(spec));
