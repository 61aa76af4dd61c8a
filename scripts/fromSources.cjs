// Lets Node run our TypeScript sources with tsx, without the generated API classes of @kubernetes/client-node, 1,000
// files that were half of the time in which a program of ours started; see scripts/jest for the same in suites.
'use strict';

const { registerHooks } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const lazy = {
  '@kubernetes/client-node': 'lazyClientNode.cjs',
  './gen/index.js': 'lazyGeneratedClasses.cjs',
};

/** Whether the module loads client-node, from outside or as its own main file does. */
const loadsAll = (specifier, { conditions, parentURL = '' }) =>
  conditions.includes('require') &&
  specifier in lazy &&
  (specifier !== './gen/index.js' ||
    parentURL.includes('/@kubernetes/client-node/dist/'));

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    loadsAll(specifier, context)
      ? {
          url: pathToFileURL(join(__dirname, 'jest', lazy[specifier])).href,
          format: 'commonjs',
          shortCircuit: true,
        }
      : nextResolve(specifier, context),
});
require('tsx/cjs');
// For modules that import() loads.
require('tsx/esm/api').register();
