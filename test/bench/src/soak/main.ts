// `npm run soak:kube`
import { Option } from 'commander';
import { positiveNumber, runBench } from '../harness/runBench';
import { setUpKube } from '../kube/environment';
import { SoakEnvironment, soakKube } from './soakKube';

void runBench<SoakEnvironment>({
  name: 'soak-kube',
  command: 'npm run soak:kube --',
  about:
    'Twenty caches through churn, resets, half-open connections, latency, watch ends and token rotations: ' +
    'nothing may grow, and nothing may be missed.',
  options: [
    new Option(
      '--minutes <number>',
      'how long; growth is judged from 5 minutes on',
    )
      .default(10)
      .argParser(positiveNumber),
  ],
  parts: { soak: { about: 'the whole of it', run: soakKube } },
  async setUp({ minutes }, context) {
    const { environment, tearDown } = await setUpKube(context);
    return {
      environment: { ...environment, minutes: Number(minutes) },
      tearDown,
    };
  },
});
