import { silentLogger } from '../Logger';
import { Listeners } from './Listeners';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('Listeners', () => {
  it('calls listeners in order, and yields to the event loop', async () => {
    const listeners = new Listeners<number>(silentLogger);
    const received: number[] = [];
    listeners.add(event => received.push(event));
    let receivedBefore: number | undefined;
    setImmediate(() => {
      receivedBefore = received.length;
    });
    await listeners.notifyInBatches(numbers(2000));
    expect(received).toEqual(numbers(2000));
    expect(receivedBefore).toBeLessThan(2000);
  });

  it('does not call a listener that is added during the call', async () => {
    const listeners = new Listeners<number>(silentLogger);
    const late: number[] = [];
    const end = listeners.add(() => {
      end();
      listeners.add(event => late.push(event));
    });
    await listeners.notifyInBatches(numbers(1500));
    expect(late).toEqual([]);
    listeners.notify(1500);
    expect(late).toEqual([1500]);
  });

  it('calls the other listeners when one throws, and logs the error', () => {
    const error = jest.fn();
    const listeners = new Listeners<number>({ ...silentLogger, error });
    const received: number[] = [];
    listeners.add(() => {
      throw new Error('broken');
    });
    listeners.add(event => received.push(event));
    listeners.notify(1, 2);
    expect(received).toEqual([1, 2]);
    expect(error).toHaveBeenCalledTimes(2);
  });

  it('calls a listener twice that is added twice', () => {
    const listeners = new Listeners<number>(silentLogger);
    const received: number[] = [];
    const listener = (event: number) => received.push(event);
    const end = listeners.add(listener);
    listeners.add(listener);
    listeners.notify(1);
    end();
    listeners.notify(2);
    expect(received).toEqual([1, 1, 2]);
  });
});
