/** What comes back from a login: credentials, and the requests to make with them. */
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

/** An export request to make: an {@link APIServiceExportRequest} whose metadata has nothing but a name. */
export interface APIServiceExportRequestResponse {
  /** Always the same. */
  apiVersion: typeof names.apiVersion;
  /** Always the same. */
  kind: 'APIServiceExportRequest';
  /** `<resource>.<group>`; need not be unique. */
  metadata: { name?: string };
  /** What to export. */
  spec: APIServiceExportRequest['spec'];
  /** Go writes it empty. */
  status?: APIServiceExportRequest['status'];
}

/** Who logged in, with which login. */
export interface BindingResponseCodeGrant {
  /** Session id that the client chose; it must get back its own. */
  sid: string;
  /** `<issuer>/<subject>` of the person. */
  id: string;
}

/**
 * Answer of a provider after login and consent; travels in the query parameter `response` of the client's callback.
 * Contains credentials.
 */
export interface BindingResponse {
  /** Always the same. */
  apiVersion: typeof names.apiVersion;
  /** Always the same. */
  kind: 'BindingResponse';
  /** Who logged in. */
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
          // The kind is not looked at, as in the reference's CLI.
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
  error: `The provider's answer cannot be used: ${why}. Log in again.`,
});

/** What the schema makes sure of. */
type SentRequest = Pick<APIServiceExportRequestResponse, 'spec'> &
  Partial<APIServiceExportRequestResponse>;

/** Nothing of the metadata but the name: whoever creates the request says where. */
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
 * Reads the JSON of a binding response, with the checks of the reference's CLI. Types and required fields of the requests
 * are checked too; patterns, lengths and rules are the API server's business. What the type does not name is dropped,
 * except within `spec` and `status` of a request, where it stays as it is.
 * @param expectedSessionId - the id this client chose; leave it out for answers that come over the client's own
 * connection, which need no code grant.
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
      return fail('authentication.oauth2CodeGrant.sid is of another login');
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
 * A binding response for the query parameter `response`: base64 in the standard alphabet, which is all the reference's
 * CLI reads, percent-encoded. Put it into the query as it is.
 */
export const encodeBindingResponse = (response: BindingResponse): string =>
  encodeURIComponent(Buffer.from(JSON.stringify(response)).toString('base64'));

/**
 * Reads the (percent-decoded) query parameter `response`. Both alphabets are accepted: the reference's backend writes the
 * URL one. So is a `+` that came through a form as a blank.
 */
export const decodeBindingResponse = (
  text: string,
  expectedSessionId: string,
): Result<BindingResponse> => {
  const bytes = fromBase64(text.replaceAll(' ', '+'));
  if (!bytes) return fail('it is not base64');
  let response: unknown;
  try {
    response = JSON.parse(bytes.toString('utf8'));
  } catch {
    return fail('it is not JSON');
  }
  return readBindingResponse(response, expectedSessionId);
};
