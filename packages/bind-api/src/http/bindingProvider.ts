/** What `GET /export` answers: who the provider is and how to log in. */
import { array, object, string } from '../crds/schema';
import { readShape } from '../read/shape';
import type { Result } from '../result';

/** Where the OAuth2 code grant begins. */
export interface OAuth2CodeGrant {
  /** The client adds `p` (port), `s` (session id) and `c` (cluster id) to its query and opens it in a browser. */
  authenticatedURL: string;
}

/** One way to log in. */
export interface AuthenticationMethod {
  /** `OAuth2CodeGrant` is the only one in use. */
  method: string;
  /** For `OAuth2CodeGrant`. */
  oauth2CodeGrant?: OAuth2CodeGrant;
}

/**
 * Answer of `GET /export`, as JSON.
 * Source: Klutch `bind/pkg/apis/bind/v1alpha1/bindingprovider_types.go`.
 */
export interface BindingProvider {
  /** Without a group: the reference's CLI compares it with exactly this. */
  apiVersion: 'v1alpha1';
  /** Always the same. */
  kind: 'BindingProvider';
  /** Provider's name for people. */
  providerPrettyName: string;
  /** Version of the binding protocol, such as `v1.5.0`; see `providerVersionProblem`. */
  version: string;
  /** In the order of the provider's preference. */
  authenticationMethods: AuthenticationMethod[];
}

const apiVersion = 'v1alpha1';
const kind = 'BindingProvider';
const codeGrant = 'OAuth2CodeGrant';

/** The answer of a provider with the OAuth2 code grant. */
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

/** The kind is not required: the reference's CLI does not look at it. */
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

/** Reads the answer of `GET /export`, as tolerantly as the reference's CLI; the version is checked apart. */
export const readBindingProvider = (
  response: unknown,
): Result<BindingProvider> => {
  const read = readShape(schema, response, '');
  if ('problem' in read) {
    return {
      ok: false,
      error: `The answer is no BindingProvider of v1alpha1: ${read.problem}. Check that the URL is the provider's export URL.`,
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

/** Where the OAuth2 code grant of a provider begins; undefined when it offers none. */
export const codeGrantOf = (
  provider: BindingProvider,
): OAuth2CodeGrant | undefined =>
  provider.authenticationMethods.find(({ method }) => method === codeGrant)
    ?.oauth2CodeGrant;
