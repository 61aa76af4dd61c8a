import type { PermissionClaim } from '@klutch/bind-api';
import { checkClaimFlags, decideClaims } from './decideClaims';

const secrets: PermissionClaim = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  required: true,
  selector: { owner: 'Provider' },
};
const configMaps: PermissionClaim = {
  group: '',
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Consumer' },
};
const api = { name: 'databases.example.test', claims: [secrets, configMaps] };
const nobody = async () => undefined;

describe('permission claims', () => {
  it('are asked one by one, in words', async () => {
    const questions: string[] = [];
    const accepted = await decideClaims(api, {}, async question => {
      questions.push(question);
      return question.includes('Secrets');
    });
    expect(accepted).toEqual([secrets]);
    expect(questions).toEqual([
      expect.stringMatching(
        /^databases\.example\.test: May place Secrets .* It does not work without\. Accept\?$/,
      ),
      expect.stringMatching(/ConfigMaps.* Accept\?$/),
    ]);
  });

  it('are answered by flags, of which the one that names a type comes before --yes', async () => {
    const flags = { yes: true, rejectClaim: ['configmaps'] };
    expect(await decideClaims(api, flags, nobody)).toEqual([secrets]);
    expect(await decideClaims(api, { yes: true }, nobody)).toEqual(api.claims);
  });

  it('B31: need --yes or another flag where there is no terminal, instead of failing at the end of the input', async () => {
    await expect(
      decideClaims(api, { acceptClaim: ['secrets'] }, nobody),
    ).rejects.toThrow(/no terminal.*--yes.*secrets, configmaps/);
  });

  it('B31: cannot be rejected when the API does not work without', async () => {
    await expect(
      decideClaims(api, { rejectClaim: ['secrets'], yes: true }, nobody),
    ).rejects.toThrow(/does not work without its claim on "secrets"/);
  });

  it('show no control characters of the provider', async () => {
    const claim = { ...configMaps, selector: { names: ['a\u001b[2Jb'] } };
    let asked = '';
    await decideClaims({ ...api, claims: [claim] }, {}, async question => {
      asked = question;
      return true;
    });
    expect(asked).not.toContain('\u001b');
  });

  it.each([
    [{ acceptClaim: ['pods'] }, /no permission claim on "pods".*secrets, conf/],
    [
      { acceptClaim: ['secrets'], rejectClaim: ['secrets'] },
      /both accepted and rejected/,
    ],
  ])('are checked against flags: %j', (flags, message) => {
    expect(() => checkClaimFlags([api], flags)).toThrow(message);
  });
});
