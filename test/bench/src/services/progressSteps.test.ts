import { progressSteps } from './progressSteps';

describe('the steps of a progress', () => {
  it('are the amounts that messages name, not the messages', () => {
    const running = 'The restore is running.';
    const begun = 'The restore is running: 12.5 MB of 1,104.9 MB.';
    const half = 'The restore is running: 552.4 MB of 1,104.9 MB.';
    expect(progressSteps([running])).toBe(0);
    expect(progressSteps([running, begun])).toBe(1);
    expect(progressSteps([running, begun, `Again: ${begun}`])).toBe(1);
    expect(progressSteps([running, begun, half])).toBe(2);
  });
});
