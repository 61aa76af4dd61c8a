// Finds modules for test suites as jest does, without those that took much of the time and that no suite uses: the
// generated API classes of @kubernetes/client-node (see lazyClientNode.cjs), and the style sheets of libraries, which
// jsdom parses with errors for each suite.
const { join } = require('node:path');

const clientNode = join('@kubernetes', 'client-node', 'dist');

module.exports = (request, options) => {
  if (request === '@kubernetes/client-node') {
    return join(__dirname, 'lazyClientNode.cjs');
  }
  if (request === './gen/index.js' && options.basedir.endsWith(clientNode)) {
    return join(__dirname, 'lazyGeneratedClasses.cjs');
  }
  if (request.endsWith('/style-inject.es.esm.js')) {
    return join(__dirname, 'addNoStyleSheet.cjs');
  }
  return options.defaultResolver(request, options);
};
