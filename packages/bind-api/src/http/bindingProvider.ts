/** BindingProvider, the response of `GET /export`: the provider and its authentication methods. */
import { array, object, string } from '../crds/schema';
import { readShape } from '../read/shape';
import type { Result } from '../result';

/** The OAuth2 code grant. */
export interface OAuth2CodeGrant {
  /** The client adds `p` (port), `s` (session id) and `c` (cluster id) to its query and opens it in a browser. */
  authenticatedURL: string;
}

/** An authentication method. */
export interface AuthenticationMethod {
  /** `OAuth2CodeGrant` is the only method in use. */
  method: string;
  /** Parameters of `OAuth2CodeGrant`. */
  oauth2CodeGrant?: OAuth2CodeGrant;
}

/**
 * Response of `GET /export`, as JSON.
 * Source: Klutch `bind/pkg/apis/bind/v1alpha1/bindingprovider_types.go`.
 */
export interface BindingProvider {
  /** Has no group, because the upstream CLI compares for exactly this value. */
  apiVersion: 'v1alpha1';
  /** `BindingProvider`; like the upstream CLI, readers do not check the kind. */
  kind: 'BindingProvider';
  /** Human-readable name of the provider. */
  providerPrettyName: string;
  /** Version of the binding protocol, such as `v1.5.0`; see `providerVersionProblem`. */
  version: string;
  /** In the order of the provider's preference. */
  authenticationMethods: AuthenticationMethod[];
}

const apiVersion = 'v1alpha1';
const kind = 'BindingProvider';
const codeGrant = 'OAuth2CodeGrant';

/** The BindingProvider of a provider with the OAuth2 code grant. */
export const bindingProvider = (options: {
  providerPrettyName: string;
  version: string;
  authenticatedURL: string;
}): BindingProvider => ({
  apiVersion,
  kind,
  providerPrettyName: options.providerPrettyName,
  version: options.version,
  authenticationMethods: [
    {
      method: codeGrant,
      oauth2CodeGrant: { authenticatedURL: options.authenticatedURL },
    },
  ],
});

/** The kind is not required, because the upstream CLI does not check it. */
const schema = object(
  {
    apiVersion: string({ enum: [apiVersion] }),
    kind: string(),
    providerPrettyName: string(),
    version: string(),
    authenticationMethods: array(
      object(
        {
          method: string(),
          oauth2CodeGrant: object({ authenticatedURL: string() }, [
            'authenticatedURL',
          ]),
        },
        ['method'],
      ),
    ),
  },
  ['apiVersion'],
);

/** Reads the response of `GET /export` as tolerantly as the upstream CLI, without a check of the version. */
export const readBindingProvider = (
  response: unknown,
): Result<BindingProvider> => {
  const read = readShape(schema, response, '');
  if ('problem' in read) {
    return {
      ok: false,
      error: `The response is not a BindingProvider of v1alpha1: ${read.problem}. Check that the URL is the provider's export URL.`,
    };
  }
  const { providerPrettyName, version, authenticationMethods } =
    read.value as Partial<BindingProvider>;
  return {
    ok: true,
    value: {
      apiVersion,
      kind,
      providerPrettyName: providerPrettyName ?? '',
      version: version ?? '',
      authenticationMethods: authenticationMethods ?? [],
    },
  };
};

/** Start URL of the OAuth2 code grant; undefined when the provider does not offer this method. */
export const codeGrantOf = (
  provider: BindingProvider,
): OAuth2CodeGrant | undefined =>
  provider.authenticationMethods.find(({ method }) => method === codeGrant)
    ?.oauth2CodeGrant;
