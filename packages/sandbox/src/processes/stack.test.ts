import { ShutdownStack } from './stack';

describe('ShutdownStack', () => {
  it('stops the last first, once, also when one fails', async () => {
    const stack = new ShutdownStack();
    const stopped: string[] = [];
    stack.push('clusters', async () => {
      stopped.push('clusters');
    });
    stack.push('provider', async () => {
      throw new Error('it hangs');
    });
    stack.push('portal', async () => {
      stopped.push('portal');
    });
    expect(stack.stopping).toBe(false);
    const [first, second] = await Promise.all([stack.stop(), stack.stop()]);
    expect(stack.stopping).toBe(true);
    expect(stopped).toEqual(['portal', 'clusters']);
    expect(first).toEqual(['provider did not stop: it hangs']);
    expect(second).toBe(first);
  });
});
