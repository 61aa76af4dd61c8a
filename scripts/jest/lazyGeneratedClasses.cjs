// The generated API classes of @kubernetes/client-node, loaded when the first one is used.
module.exports = new Proxy(
  { __esModule: true },
  {
    get: (module, name) =>
      module[name] ??
      require('@kubernetes/client-node/dist/gen/index.js')[name],
  },
);
