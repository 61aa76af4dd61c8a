// `npm run bench:binding`
import { runBench } from '../harness/runBench';
import { bindToCrd } from './bindToCrd';
import { setUpBinding, type BindingEnvironment } from './environment';
import { heartbeats } from './heartbeats';
import { templateChange } from './templateChange';

void runBench<BindingEnvironment>({
  name: 'binding',
  command: 'npm run bench:binding --',
  about:
    'Figures of the binding backend on a real control plane, its controllers in a process of their own.',
  repeats: 3,
  parts: { bind: bindToCrd, template: templateChange, heartbeats },
  setUp: (_, context) => setUpBinding(context),
});
