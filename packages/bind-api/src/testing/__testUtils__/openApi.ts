/** Fetches the OpenAPI document of the core group from an API server of the tests. */
import { execFileSync } from 'node:child_process';
import { resolveBinary, type LocalCluster } from '@klutch/local-clusters';
import type { OpenApiDocument } from '../containerSchema';

/** The OpenAPI v3 document of `v1`. */
export const readCoreOpenApi = async (
  cluster: Pick<LocalCluster, 'kubeconfigPath'>,
): Promise<OpenApiDocument> =>
  JSON.parse(
    execFileSync(
      await resolveBinary('kubectl'),
      [
        'get',
        '--raw',
        '/openapi/v3/api/v1',
        '--kubeconfig',
        cluster.kubeconfigPath,
      ],
      { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
    ),
  ) as OpenApiDocument;
