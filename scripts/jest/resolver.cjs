// Finds modules for test suites as jest does, without those that took much of the time and that no suite uses: the
// generated API classes of @kubernetes/client-node (see lazyClientNode.cjs), the style sheets of libraries, which jsdom
// parses with errors for each suite, 1,300 of the 1,400 files with the languages of React Aria, and the clients of
// clouds and caches, a fifth of the files that a suite with a Backstage backend loads.
const { join } = require('node:path');

const clientNode = join('@kubernetes', 'client-node', 'dist');

const unusedServices =
  /^(@azure\/(identity|storage-blob)|@google-cloud\/storage|@keyv\/(memcache|redis|valkey))$/;

/** Messages of a library in a language that no page has. */
const foreignMessages =
  /\/intl\/(.+\/)?(?!en-US|de-DE)[a-z]{2}-[A-Z]{2}\.c?js$/;

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
  if (unusedServices.test(request)) {
    return join(__dirname, 'unusedService.cjs');
  }
  if (foreignMessages.test(request)) return join(__dirname, 'noMessages.cjs');
  return options.defaultResolver(request, options);
};
