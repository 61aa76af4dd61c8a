import { classifyHeartbeat } from './classifyHeartbeat';

const now = new Date('2026-01-01T12:00:00Z');
const ago = (seconds: number) => ({
  lastHeartbeatTime: new Date(now.getTime() - seconds * 1_000).toISOString(),
  heartbeatInterval: '5m0s',
});

describe('health of a konnector', () => {
  it.each([0, 1, 9, 10, 299, 600])(
    'is True %i s after a heartbeat, also right after it',
    seconds => {
      const { condition } = classifyHeartbeat(ago(seconds), now);
      expect(condition).toEqual({ type: 'Healthy', status: 'True' });
    },
  );

  it('is checked again when two intervals have passed', () => {
    expect(classifyHeartbeat(ago(100), now).requeueAfter).toBe(501_000);
  });

  it('is False after two intervals, with a message that does not change over time', () => {
    const late = classifyHeartbeat(ago(601), now);
    expect(late.condition).toMatchObject({
      status: 'False',
      severity: 'Error',
      reason: 'HeartbeatTimeout',
    });
    expect(late.requeueAfter).toBeUndefined();
    const later = new Date(now.getTime() + 60_000);
    expect(classifyHeartbeat(ago(601), later)).toEqual(late);
  });

  it('is False after two hours, whatever interval the konnector reports', () => {
    const silent = { ...ago(7_201), heartbeatInterval: '87600h0m0s' };
    expect(classifyHeartbeat(silent, now).condition).toMatchObject({
      reason: 'HeartbeatTimeout',
    });
  });

  it('is False while the clock of the konnector is ahead', () => {
    const { condition, requeueAfter } = classifyHeartbeat(ago(-30), now);
    expect(condition).toMatchObject({
      severity: 'Warning',
      reason: 'HeartbeatTimeDrift',
    });
    expect(requeueAfter).toBe(21_000);
    expect(classifyHeartbeat(ago(-10), now).condition.status).toBe('True');
  });

  it.each([
    [undefined, 'FirstHeartbeatPending'],
    [{ lastHeartbeatTime: null }, 'FirstHeartbeatPending'],
    [{ ...ago(1), heartbeatInterval: '0s' }, 'HeartbeatIntervalMissing'],
    [{ ...ago(1), heartbeatInterval: undefined }, 'HeartbeatIntervalMissing'],
    [{ ...ago(1), heartbeatInterval: 'soon' }, 'HeartbeatIntervalMissing'],
  ])('is pending for %j', (status, reason) => {
    expect(classifyHeartbeat(status, now).condition).toMatchObject({
      status: 'False',
      severity: 'Info',
      reason,
    });
  });
});
