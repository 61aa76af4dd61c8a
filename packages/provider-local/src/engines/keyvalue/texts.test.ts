import { bindingRules, renderFirstUsers } from './access';
import { packagesHaveValkey } from './programs';
import { ReplyError, encodeCommand, parseReply } from './resp';
import { fileErrors, refusedSetting, startupErrors } from './serverOutput';

describe('output of programs', () => {
  it('explains a start that failed, without values', () => {
    expect(
      startupErrors(
        [
          '*** FATAL CONFIG FILE ERROR (Redis 7.0.15) ***',
          'Reading the configuration file, at line 8',
          `>>> 'tls-protocols "secret"'`,
          'Invalid tls-protocols specified',
        ].join('\n'),
      ),
    ).toBe(
      'Reading the configuration file, at line 8 (tls-protocols): Invalid tls-protocols specified',
    );
    expect(
      startupErrors(
        [
          '42:C 25 Nov 2026 00:00:00.000 # oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo',
          '42:M 25 Nov 2026 00:00:00.000 # WARNING Memory overcommit must be enabled!',
          '42:M 25 Nov 2026 00:00:00.000 * Running mode=standalone',
          '42:M 25 Nov 2026 00:00:00.000 # Failed to configure ciphers: no cipher match',
          '42:M 25 Nov 2026 00:00:00.000 # Failed to configure ciphers: no cipher match',
        ].join('\n'),
      ),
    ).toBe('Failed to configure ciphers: no cipher match');
    expect(startupErrors('')).toBe('');
  });

  it('explains a broken file without names of keys', () => {
    const output = [
      '--- RDB ERROR DETECTED ---',
      '[offset 104] Unexpected EOF reading RDB file',
      `[additional info] Reading key 'secret'`,
    ].join('\n');
    expect(fileErrors(output)).toBe('Unexpected EOF reading RDB file');
    expect(fileErrors('')).toBe('it is not a complete snapshot');
  });

  it('names a refused parameter', () => {
    expect(
      refusedSetting(
        "ERR CONFIG SET failed (possibly related to argument 'maxclients') - too many",
      ),
    ).toBe('The parameter maxclients is refused by the server: too many.');
  });
});

describe('packages of the system', () => {
  it.each([
    ['ID=debian\nVERSION_CODENAME=bookworm\n', false],
    ['ID=linuxmint\nVERSION_CODENAME=virginia\nUBUNTU_CODENAME=jammy', false],
    ['ID=debian\nVERSION_CODENAME="trixie"', true],
    ['', true],
  ])('%j have Valkey: %p', (osRelease, has) =>
    expect(packagesHaveValkey(osRelease)).toBe(has),
  );
});

describe('the protocol', () => {
  it('encodes commands by the length in bytes', () => {
    expect(encodeCommand(['SET', 'é', '\r\n'])).toBe(
      '*3\r\n$3\r\nSET\r\n$2\r\né\r\n$2\r\n\r\n\r\n',
    );
  });

  it('decodes replies, once they are complete', () => {
    const text = '*5\r\n+OK\r\n:7\r\n$-1\r\n$3\r\né\n\r\n-ERR no\r\n';
    const bytes = Buffer.from(text);
    expect(parseReply(bytes)).toEqual({
      reply: ['OK', 7, null, 'é\n', new ReplyError('ERR no')],
      end: bytes.length,
    });
    for (let length = 0; length < bytes.length; length += 1) {
      expect(parseReply(bytes.subarray(0, length))).toBeUndefined();
    }
    expect(() => parseReply(Buffer.from('HTTP/1.1\r\n'))).toThrow(/RESP2/);
  });
});

describe('users', () => {
  it('are described by hashes of their passwords', () => {
    const rules = [renderFirstUsers('hunter2'), ...bindingRules('hunter2')];
    expect(rules.join(' ')).not.toContain('hunter2');
    expect(renderFirstUsers('x')).toMatch(/^user default off /);
  });
});
