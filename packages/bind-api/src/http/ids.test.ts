import { clusterId, sessionId } from './ids';

describe('ids', () => {
  // Generated with the upstream Go functions.
  it.each([
    ['6f7d2f3e-8c0a-4a57-9d38-0c5d3f6f1e11', '7TVloK'],
    ['00000000-0000-0000-0000-000000000000', '6EbPoz'],
  ])('of the cluster whose namespace has UID %s is %s', (uid, id) => {
    expect(clusterId(uid)).toBe(id);
  });

  it('of a login are six characters of the random bytes', () => {
    expect(sessionId(Uint8Array.from({ length: 28 }, (_, i) => i + 1))).toBe(
      '39XzPt',
    );
    expect(sessionId(new Uint8Array(28))).toBe('000000');
    expect(() => sessionId(new Uint8Array(27))).toThrow(/28 random bytes/);
  });
});
