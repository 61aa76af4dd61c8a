import fc from 'fast-check';
import { names } from '../names';
import {
  bindingProvider,
  codeGrantOf,
  readBindingProvider,
} from './bindingProvider';

describe('the response of GET /export', () => {
  const provider = bindingProvider({
    providerPrettyName: 'Data services',
    version: 'v1.5.0',
    authenticatedURL: 'https://provider.example/authorize?tenant=1',
  });

  it('has the format that the upstream CLI accepts', () => {
    expect(provider).toEqual({
      apiVersion: 'v1alpha1',
      kind: 'BindingProvider',
      providerPrettyName: 'Data services',
      version: 'v1.5.0',
      authenticationMethods: [
        {
          method: 'OAuth2CodeGrant',
          oauth2CodeGrant: {
            authenticatedURL: 'https://provider.example/authorize?tenant=1',
          },
        },
      ],
    });
  });

  it('is read as tolerantly as by the upstream CLI', () => {
    expect(readBindingProvider(provider)).toEqual({
      ok: true,
      value: provider,
    });
    expect(
      readBindingProvider({
        apiVersion: 'v1alpha1',
        authenticationMethods: null,
        more: 1,
      }),
    ).toEqual({
      ok: true,
      value: {
        ...provider,
        providerPrettyName: '',
        version: '',
        authenticationMethods: [],
      },
    });
  });

  it.each([
    [
      { ...provider, apiVersion: names.apiVersion },
      'apiVersion must be v1alpha1',
    ],
    [{}, 'apiVersion is missing'],
    ['<html>', 'it must be an object, but is a string'],
    [
      { ...provider, authenticationMethods: [{ method: 1 }] },
      'authenticationMethods[0].method must be a string',
    ],
  ])('is refused with an error message: %j', (answer, message) => {
    const result = readBindingProvider(answer);
    expect(result.ok ? 'ok' : result.error).toContain(message);
  });

  it('has the start URL of the code grant, if the provider offers one', () => {
    expect(codeGrantOf(provider)?.authenticatedURL).toMatch(/^https:/);
    expect(
      codeGrantOf({
        ...provider,
        authenticationMethods: [{ method: 'Other' }],
      }),
    ).toBeUndefined();
  });

  it('ignores other authentication methods', () => {
    const oauth2CodeGrant = { authenticatedURL: 'https://provider.example/no' };
    const other = { method: 'OAuth2Device', oauth2CodeGrant };
    expect(
      codeGrantOf({ ...provider, authenticationMethods: [other] }),
    ).toBeUndefined();
    expect(
      codeGrantOf({
        ...provider,
        authenticationMethods: [other, ...provider.authenticationMethods],
      })?.authenticatedURL,
    ).toBe('https://provider.example/authorize?tenant=1');
  });

  it('never makes its reader throw', () => {
    fc.assert(
      fc.property(fc.anything(), value => {
        const result = readBindingProvider(value);
        expect(result.ok || result.error.endsWith('.')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
