import fc from 'fast-check';
import { cpuTime } from '../__testUtils__/cpuTime';
import { redact } from './redact';
import { redactText } from './redactText';

const isLong = process.env.KLUTCH_LONG === '1';
const runs = { numRuns: isLong ? 30_000 : 300 };
jest.setTimeout(isLong ? 3_600_000 : 120_000);

const canary = 'CANARYcanary0123456789';

/** Names of credentials, and the fragments of texts around them. */
const bits = [
  ...['token', 'DB_PASSWORD', 'secret', 'secrets', 'cookie', '--api-key', 'x'],
  ...['Authorization', 'data', 'headers', 'kubeconfig', 'tls.key', 'auth'],
  ...[': ', '=', ':', ' ', '\n', '\n  ', '\n- ', ': |\n  ', '\t', '\r\n', ','],
  ...['"', "'", '\\"', '\\', '\\\\\\"', '{', '}', '[', ']', '&', ';', '@'],
  ...['://', 'https://a:', '-----BEGIN PRIVATE KEY-----', '-----END ', 'eyJ'],
  ...['LS0tLS1CRUdJTi', 'ghp_', 'AKIA', 'Bearer ', 'Invalid value: ', '-', '.'],
  ...['YXBpVmVyc2lvbj', '[redacted]', 'null', '3', 'team-a/db', '\u2028', 'ü'],
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 5 })), {
    maxLength: 60,
  })
  .map(parts => parts.join(''));

const throwing = () => {
  throw new Error(canary);
};

/** Includes values that JSON cannot represent. */
const strange = fc.constantFrom<() => unknown>(
  () => Object.defineProperty({}, 'a', { get: throwing, enumerable: true }),
  () => Object.defineProperty(new Error('a'), 'message', { get: throwing }),
  () => ({ toJSON: throwing }),
  () => new Proxy({}, { ownKeys: throwing, getPrototypeOf: throwing }),
  () => new Proxy([], { get: throwing }),
  () =>
    new Map<unknown, unknown>([
      [{}, 1],
      [Symbol('a'), 2],
      ['token', canary],
    ]),
  () => new Set([{ password: canary }]),
  () => Buffer.from(canary),
  () => new Error('a', { cause: { token: canary } }),
  () => new AggregateError([new Error(`token=${canary}`)], 'a'),
  () => new Date(Number.NaN),
  () => Object.create(null),
  () => new Headers({ authorization: canary }),
  () => Object(`password: ${canary}`),
  () => throwing,
  () => 5n,
);

const hostileValue = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    hostileText,
    strange.map(make => make()),
    fc.constantFrom(null, undefined, 0, true, Number.NaN),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom(...bits), fc.string()),
      tie('value'),
      {
        maxKeys: 4,
      },
    ),
  ),
})).value;

function inCircles(value: unknown): unknown {
  const circle: Record<string, unknown> = { value };
  return Object.assign(circle, { circle, secrets: [circle, value] });
}

it('never throws, and always returns a value that JSON can represent', () => {
  fc.assert(
    fc.property(hostileValue, value => {
      const redacted = JSON.stringify(redact(inCircles(value)));
      expect(redacted).not.toContain(canary);
    }),
    runs,
  );
});

it('does not change a redacted text', () => {
  fc.assert(
    fc.property(hostileText, text => {
      const once = redactText(text);
      expect(redactText(redactText(once))).toBe(redactText(once));
    }),
    runs,
  );
});

const separators = ['=', ': ', ' = ', '":"', '": "', "': '"];
const names = ['token', 'DB_PASSWORD', 'apiKeys', 'my.secret', 'clientSecret'];
it('redacts named credentials in any surrounding text', () => {
  fc.assert(
    fc.property(
      hostileText,
      fc.constantFrom(...names),
      fc.constantFrom(...separators),
      hostileText,
      (before, name, separator, after) => {
        const text = `${before}\n"${name}${separator}${canary}"${after}`;
        expect(redactText(text)).not.toContain(canary);
      },
    ),
    runs,
  );
});

it('takes linear time for hostile texts, up to the length limit', () => {
  const pieces = fc.array(fc.constantFrom(...bits), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(pieces, parts => {
      const piece = parts.join('');
      const text = piece.repeat(Math.ceil(100_000 / piece.length));
      expect(cpuTime(500, () => redact([text, { [text]: text }]))).toBeLessThan(
        500,
      );
    }),
    runs,
  );
});
