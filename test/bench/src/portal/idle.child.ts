// A process that does nothing: how long the machine itself keeps an event loop waiting.
import { runAsChild } from '../harness/child';
import { measureLoopDelay } from './loopDelay';

runAsChild<Record<string, never>, void>(async (_, parent) => {
  const delay = measureLoopDelay();
  parent.send('ready');
  for (;;) {
    await parent.receive('command');
    parent.send('longest', delay.longest().longestMs);
    await delay.restart();
  }
});
