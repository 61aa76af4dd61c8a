import { createLogger } from './logger';

function logged(fields: object): string {
  const lines: string[] = [];
  const logger = createLogger('test', {
    destination: { write: line => lines.push(line) },
  });
  logger.child({ room: 'kube' }).info(fields, 'something');
  return lines.join('');
}

describe('createLogger', () => {
  it('writes JSON lines with name and bindings', () => {
    expect(JSON.parse(logged({ count: 1 }))).toMatchObject({
      name: 'test',
      room: 'kube',
      msg: 'something',
      count: 1,
    });
  });

  it.each([
    { token: 'CANARY' },
    { password: 'CANARY' },
    { headers: { authorization: 'CANARY' } },
    { response: { headers: { Authorization: 'CANARY' } } },
    { secret: { data: { password: 'CANARY' } } },
    { objects: [{ stringData: { any: 'CANARY' } }] },
    { cluster: { kubeconfig: 'CANARY' } },
    { user: { 'client-key-data': 'CANARY' } },
    { 'client-key-data': 'CANARY' },
    { err: Object.assign(new Error('failed'), { token: 'CANARY' }) },
  ])('keeps %j to itself', fields => {
    expect(logged(fields)).toContain('[redacted]');
    expect(logged(fields)).not.toContain('CANARY');
  });

  it('writes nothing below its level', () => {
    const lines: string[] = [];
    const logger = createLogger('test', {
      level: 'warn',
      destination: { write: line => lines.push(line) },
    });
    logger.info({}, 'quiet');
    logger.warn({}, 'loud');
    expect(lines).toHaveLength(1);
  });
});
