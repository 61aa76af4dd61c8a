/** BindingResponse, the result of a login: credentials, and the export requests to create with them. */
import {
  exportRequestSpec,
  exportRequestStatus,
} from '../crds/apiServiceExportRequest';
import { array, object, string } from '../crds/schema';
import { names } from '../names';
import { readShape } from '../read/shape';
import type { Result } from '../result';
import type { APIServiceExportRequest } from '../types/apiServiceExportRequest';
import { fromBase64 } from './base64';

/** An export request to create: an {@link APIServiceExportRequest} whose metadata has only a name. */
export interface APIServiceExportRequestResponse {
  /** Group and version of the binding protocol, `klutch.anynines.com/v1alpha1`; other values are refused. */
  apiVersion: typeof names.apiVersion;
  /** `APIServiceExportRequest`; like the upstream CLI, readers do not check the kind. */
  kind: 'APIServiceExportRequest';
  /** `<resource>.<group>`; need not be unique. */
  metadata: { name?: string };
  /** What to export. */
  spec: APIServiceExportRequest['spec'];
  /** Always empty; Go writes the field nevertheless. */
  status?: APIServiceExportRequest['status'];
}

/** The login and its user. */
export interface BindingResponseCodeGrant {
  /** Session id chosen by the client, which has to check that the response returns its own id. */
  sid: string;
  /** `<issuer>/<subject>` of the user. */
  id: string;
}

/**
 * Response of a provider after login and consent, sent in the query parameter `response` of the client's callback.
 * Contains credentials.
 */
export interface BindingResponse {
  /** Group and version of the binding protocol, `klutch.anynines.com/v1alpha1`; other values are refused. */
  apiVersion: typeof names.apiVersion;
  /** `BindingResponse`; other values are refused. */
  kind: 'BindingResponse';
  /** The login. */
  authentication: {
    /** Set after the OAuth2 code grant. */
    oauth2CodeGrant?: BindingResponseCodeGrant;
  };
  /** Base64 (standard alphabet) of the kubeconfig, YAML; its context's namespace is the cluster namespace. */
  kubeconfig: string;
  /** Requests to create in the cluster namespace. */
  requests: APIServiceExportRequestResponse[];
}

const kind = 'BindingResponse';
const { apiVersion } = names;

const schema = object(
  {
    apiVersion: string({ enum: [apiVersion] }),
    kind: string({ enum: [kind] }),
    authentication: object({
      oauth2CodeGrant: object({ sid: string(), id: string() }, ['sid']),
    }),
    kubeconfig: string(),
    requests: array(
      object(
        {
          // Like the upstream CLI, this reader does not check the kind.
          apiVersion: string({ enum: [apiVersion] }),
          metadata: object({ name: string() }),
          spec: exportRequestSpec,
          status: exportRequestStatus,
        },
        ['apiVersion', 'spec'],
      ),
    ),
  },
  ['apiVersion', 'kind', 'kubeconfig'],
);

const fail = (why: string): { ok: false; error: string } => ({
  ok: false,
  error: `The provider's binding response is invalid: ${why}. Log in again.`,
});

/** The fields that the schema guarantees. */
type SentRequest = Pick<APIServiceExportRequestResponse, 'spec'> &
  Partial<APIServiceExportRequestResponse>;

/** Only the name of the metadata, because the client chooses the namespace. */
const requestOf = ({
  metadata,
  spec,
  status,
}: SentRequest): APIServiceExportRequestResponse => ({
  apiVersion,
  kind: 'APIServiceExportRequest',
  metadata: metadata?.name ? { name: metadata.name } : {},
  spec,
  ...(status && { status }),
});

/**
 * Reads the JSON of a binding response, with the checks of the upstream CLI. Types and required fields of the requests
 * are checked too; patterns, lengths and CEL rules are left to the API server. Unknown fields are dropped, except within
 * `spec` and `status` of a request.
 * @param expectedSessionId - the id that this client chose; omit for responses to the client's own request, which need
 * no code grant.
 */
export const readBindingResponse = (
  response: unknown,
  expectedSessionId?: string,
): Result<BindingResponse> => {
  const read = readShape(schema, response, '');
  if ('problem' in read) return fail(read.problem);
  const { authentication, kubeconfig, requests } =
    read.value as Partial<BindingResponse>;
  const grant = authentication?.oauth2CodeGrant;
  const config = fromBase64(kubeconfig ?? '');
  if (!config) return fail('kubeconfig must be base64');
  if (expectedSessionId !== undefined) {
    if (!grant) return fail('authentication.oauth2CodeGrant is missing');
    if (grant.sid !== expectedSessionId) {
      return fail(
        'authentication.oauth2CodeGrant.sid belongs to another login',
      );
    }
  }
  return {
    ok: true,
    value: {
      apiVersion,
      kind,
      authentication: grant
        ? { oauth2CodeGrant: { sid: grant.sid, id: grant.id ?? '' } }
        : {},
      kubeconfig: config.toString('base64'),
      requests: (requests ?? []).map(requestOf),
    },
  };
};

/**
 * A binding response for the query parameter `response`: base64 in the standard alphabet, the only one that the upstream
 * CLI reads, percent-encoded. The result must not be encoded again.
 */
export const encodeBindingResponse = (response: BindingResponse): string =>
  encodeURIComponent(Buffer.from(JSON.stringify(response)).toString('base64'));

/**
 * Reads the (percent-decoded) query parameter `response`. Both alphabets are accepted, because the upstream backend
 * writes the URL alphabet, and also blanks that form decoding made of `+`.
 */
export const decodeBindingResponse = (
  text: string,
  expectedSessionId: string,
): Result<BindingResponse> => {
  const bytes = fromBase64(text.replaceAll(' ', '+'));
  if (!bytes) return fail('the text is not base64');
  let response: unknown;
  try {
    response = JSON.parse(bytes.toString('utf8'));
  } catch {
    return fail('the text is not JSON');
  }
  return readBindingResponse(response, expectedSessionId);
};
