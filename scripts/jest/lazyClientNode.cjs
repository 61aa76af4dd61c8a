// @kubernetes/client-node, whose 1,000 files with generated API classes took a second of each suite: what this project uses of it, and the rest when it is used.
module.exports = new Proxy(
  { ...require('@kubernetes/client-node/dist/config.js'), __esModule: true },
  {
    get: (module, name) =>
      module[name] ?? require('@kubernetes/client-node/dist/index.js')[name],
  },
);
