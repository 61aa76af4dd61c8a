/** Parts that all Compositions have in common: one step, patch-and-transform, with one composed resource. */
import type { Composition } from '../types';
import { packageGroup } from './xrd';

/** A transform of function-patch-and-transform. */
export type Transform =
  | { type: 'string'; string: { type: 'Format'; fmt: string } }
  | { type: 'string'; string: { type: 'Convert'; convert: 'ToLower' } }
  | { type: 'string'; string: { type: 'TrimPrefix'; trim: string } }
  | { type: 'convert'; convert: { toType: 'int64' | 'string' } }
  | { type: 'map'; map: Record<string, string | number | boolean> };

/** A patch of function-patch-and-transform. */
export interface Patch {
  type: 'FromCompositeFieldPath' | 'ToCompositeFieldPath';
  fromFieldPath: string;
  toFieldPath: string;
  transforms?: Transform[];
}

/** From the composite to the composed resource. */
export const down = (
  fromFieldPath: string,
  toFieldPath: string,
  ...transforms: Transform[]
): Patch => ({
  type: 'FromCompositeFieldPath',
  fromFieldPath,
  toFieldPath,
  ...(transforms.length > 0 && { transforms }),
});

/** From the composed resource to the composite. */
export const up = (fromFieldPath: string, toFieldPath: string): Patch => ({
  type: 'ToCompositeFieldPath',
  fromFieldPath,
  toFieldPath,
});

export const format = (fmt: string): Transform => ({
  type: 'string',
  string: { type: 'Format', fmt },
});

/** The labels in which Crossplane names the claim of a composite. */
export const claimNamespace = 'metadata.labels[crossplane.io/claim-namespace]';
export const claimName = 'metadata.labels[crossplane.io/claim-name]';

/** What only some Compositions have. */
export interface CompositionOptions {
  /** API group of the composite. Default: the group of this package's claims. */
  group?: string;
}

/** A Composition of a claim's composite. Its only composed resource has its name. */
export function composition(
  name: string,
  claimKind: string,
  base: object,
  patches: readonly Patch[],
  { group = packageGroup }: CompositionOptions = {},
): Composition {
  return {
    apiVersion: 'apiextensions.crossplane.io/v1',
    kind: 'Composition',
    metadata: { name },
    spec: {
      compositeTypeRef: {
        apiVersion: `${group}/v1`,
        kind: `X${claimKind}`,
      },
      mode: 'Pipeline',
      pipeline: [
        {
          step: 'patch-and-transform',
          functionRef: { name: 'function-patch-and-transform' },
          input: {
            apiVersion: 'pt.fn.crossplane.io/v1beta1',
            kind: 'Resources',
            resources: [{ name, base, patches }],
          },
        },
      ],
    },
  };
}
