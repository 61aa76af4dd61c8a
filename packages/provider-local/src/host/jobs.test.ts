import { interruptedMessage } from './jobs';

describe('interrupted jobs', () => {
  it('report that nothing was changed when they were aborted', () => {
    expect(interruptedMessage('restore')).toMatch(
      /data of the instance were not changed/,
    );
    expect(interruptedMessage('backup', 'deleted')).toMatch(
      /instance was deleted/,
    );
  });
});
