import { certificateState, validityState } from './serverCertificate';

const at = (iso: string) => Date.parse(iso);
const certificate = {
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validTo: new Date('2026-12-31T00:00:00Z'),
};

it.each([
  ['2026-06-01T00:00:00Z', 'valid', 'refused'],
  ['2026-12-20T00:00:00Z', 'ending', 'refused'],
  ['2026-12-31T00:00:00Z', 'ended', 'ended'],
])('at %s is a certificate %s, and without trust %s', (now, own, untrusted) => {
  expect(certificateState(certificate, at(now))).toBe(own);
  const refused = { ...certificate, refusal: 'UNKNOWN_ISSUER' };
  expect(certificateState(refused, at(now))).toBe(untrusted);
});

it('warns of a certificate of days only in its last quarter', () => {
  const short = { ...certificate, validTo: new Date('2026-01-05T00:00:00Z') };
  const states = [
    '2026-01-03T23:59:59Z',
    '2026-01-04T00:00:01Z',
    '2026-01-05T00:00:00Z',
  ].map(now => certificateState(short, at(now)));
  expect(states).toEqual(['valid', 'ending', 'ended']);
});

it('gives two weeks of notice of the end of credentials', () => {
  const end = new Date('2026-12-31T00:00:00Z');
  const states = ['2026-12-17T00:00:00Z', '2026-12-17T00:00:01Z'].map(now =>
    validityState(end, at(now)),
  );
  expect(states).toEqual(['valid', 'ending']);
});
