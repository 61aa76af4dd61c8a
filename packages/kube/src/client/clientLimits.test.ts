import { constants } from 'node:buffer';
import { KubeConfig } from '@kubernetes/client-node';
import { ClientOptions } from './ClientOptions';
import { createClient } from './createClient';

const make = (options: ClientOptions) => {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser(
    { name: 'c', server: 'http://127.0.0.1:1', skipTLSVerify: false },
    { name: 'u' },
  );
  return createClient(kubeConfig, options);
};

describe.each([
  'connectTimeoutMs',
  'headersTimeoutMs',
  'bodyTimeoutMs',
  'requestTimeoutMs',
])('%s', name => {
  it.each([0, -1, 0.5, NaN, Infinity, 2 ** 31])('cannot be %d', value => {
    const making = () => make({ [name]: value });
    expect(making).toThrow(RangeError);
    expect(making).toThrow(
      `${name} is ${value}. Use a number of milliseconds from 1 to 2147483647.`,
    );
  });

  it.each([1, 2 ** 31 - 1])('can be %d', async value => {
    await expect(make({ [name]: value }).close()).resolves.toBeUndefined();
  });
});

it.each(['idleMs', 'timeoutMs'] as const)('keepalive.%s cannot be 0', name => {
  const keepalive = { idleMs: 1, timeoutMs: 1, [name]: 0 };
  expect(() => make({ keepalive })).toThrow(
    `keepalive.${name} is 0. Use a number of milliseconds from 1 to 2147483647.`,
  );
});

describe('maxAnswerBytes', () => {
  it.each([0, -1, NaN, Infinity, constants.MAX_STRING_LENGTH + 1])(
    'cannot be %d',
    maxAnswerBytes => {
      const making = () => make({ maxAnswerBytes });
      expect(making).toThrow(RangeError);
      expect(making).toThrow(
        `maxAnswerBytes is ${maxAnswerBytes}. Use a number of bytes from 1 to ${constants.MAX_STRING_LENGTH}.`,
      );
    },
  );
});
