import { silentLogger } from '../Logger';
import { Listeners } from './Listeners';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('Listeners', () => {
  it('tells everything in order, with room for others', async () => {
    const listeners = new Listeners<number>(silentLogger);
    const heard: number[] = [];
    listeners.add(news => heard.push(news));
    let heardBefore: number | undefined;
    setImmediate(() => {
      heardBefore = heard.length;
    });
    await listeners.notifyInBatches(numbers(2000));
    expect(heard).toEqual(numbers(2000));
    expect(heardBefore).toBeLessThan(2000);
  });

  it('does not tell who begins to listen meanwhile', async () => {
    const listeners = new Listeners<number>(silentLogger);
    const late: number[] = [];
    const end = listeners.add(() => {
      end();
      listeners.add(news => late.push(news));
    });
    await listeners.notifyInBatches(numbers(1500));
    expect(late).toEqual([]);
    listeners.notify(1500);
    expect(late).toEqual([1500]);
  });

  it('tells the others when one throws, and says so in the log', () => {
    const error = jest.fn();
    const listeners = new Listeners<number>({ ...silentLogger, error });
    const heard: number[] = [];
    listeners.add(() => {
      throw new Error('broken');
    });
    listeners.add(news => heard.push(news));
    listeners.notify(1, 2);
    expect(heard).toEqual([1, 2]);
    expect(error).toHaveBeenCalledTimes(2);
  });

  it('keeps the same listener apart when it is added twice', () => {
    const listeners = new Listeners<number>(silentLogger);
    const heard: number[] = [];
    const listener = (news: number) => heard.push(news);
    const end = listeners.add(listener);
    listeners.add(listener);
    listeners.notify(1);
    end();
    listeners.notify(2);
    expect(heard).toEqual([1, 1, 2]);
  });
});
