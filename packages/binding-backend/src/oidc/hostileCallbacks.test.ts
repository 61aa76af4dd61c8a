import {
  startHostileProvider,
  type HostileProvider,
} from '../testing/__testUtils__/hostileProvider';
import {
  failure,
  outcomeOf,
  signIn,
} from '../testing/__testUtils__/hostileSignIn';

let hostile: HostileProvider;
beforeAll(async () => {
  hostile = await startHostileProvider();
});
afterAll(() => hostile.stop());

describe('a callback is refused', () => {
  const refused: [string, (params: URLSearchParams) => void, RegExp][] = [
    ['without state', params => params.delete('state'), /"state" missing/],
    [
      'with the state of another browser',
      params => params.set('state', 'canary-other'),
      /unexpected "state"/,
    ],
    ['with two states', params => params.append('state', 'x'), /only once/],
    ['without a code', params => params.delete('code'), /authorization code/],
    ['with two codes', params => params.append('code', 'x'), /only once/],
    [
      'of another issuer (mix-up)',
      params => params.set('iss', 'https://other.example/canary'),
      /unexpected "iss"/,
    ],
    [
      'with a token in the URL',
      params => params.set('id_token', 'canary-token'),
      /implicit and hybrid/,
    ],
    [
      'that is an error, with the provider’s message on one line',
      params => {
        params.delete('code');
        params.set('error', 'access_denied');
        params.set('error_description', 'Your account\n\u202Eis  locked');
      },
      /did not sign you in: "access_denied: Your account is {2}locked"\. Sign in again/,
    ],
    [
      'whose error message repeats secrets',
      params => {
        params.set('error', 'server_error');
        params.set('error_description', 'no such code: canary-code');
      },
      /"server_error: no such code: …"/,
    ],
  ];
  it.each(refused)('%s', async (_, callback, message) => {
    expect(await outcomeOf(signIn(hostile, { callback }))).toEqual(
      failure('Refused', message),
    );
    expect(hostile.requests.at(-1)).not.toBe('POST /token');
  });

  it('without the issuer that the provider announces in callbacks', async () => {
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: {
            document: { authorization_response_iss_parameter_supported: true },
          },
        }),
      ),
    ).toEqual(failure('Refused', /"iss" \(issuer\) missing/));
  });

  it('with an unsolicited error, whose message is not repeated', async () => {
    expect(
      await outcomeOf(
        signIn(hostile, {
          callback: params => {
            params.set('state', 'other');
            params.set('error', 'canary-phishing');
          },
        }),
      ),
    ).toEqual(failure('Refused', /unexpected "state"/));
  });
});
