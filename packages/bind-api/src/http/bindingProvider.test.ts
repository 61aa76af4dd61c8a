import fc from 'fast-check';
import { names } from '../names';
import {
  bindingProvider,
  codeGrantOf,
  readBindingProvider,
} from './bindingProvider';

describe('the answer of GET /export', () => {
  const provider = bindingProvider({
    providerPrettyName: 'Data services',
    version: 'v1.5.0',
    authenticatedURL: 'https://provider.example/authorize?tenant=1',
  });

  it('has the form that the reference’s CLI accepts', () => {
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

  it('is read back, and as tolerantly as by the reference’s CLI', () => {
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
  ])('is refused in words: %j', (answer, words) => {
    const result = readBindingProvider(answer);
    expect(result.ok ? 'ok' : result.error).toContain(words);
  });

  it('tells where the code grant begins, if it offers one', () => {
    expect(codeGrantOf(provider)?.authenticatedURL).toMatch(/^https:/);
    expect(
      codeGrantOf({
        ...provider,
        authenticationMethods: [{ method: 'Other' }],
      }),
    ).toBeUndefined();
  });

  it('does not take another way to log in for the code grant', () => {
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
