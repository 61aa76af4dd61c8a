/** Clients whose connections pass through proxies, which tests cut or stall. */
import { loadKubeConfig } from '@klutch/kube';
import type { TcpProxy } from '@klutch/local-clusters';
import { connect, type Connect } from '../../access/connect';

/** @param proxies - by URL of the server. */
export const viaProxies =
  (proxies: ReadonlyMap<string, TcpProxy>): Connect =>
  (kubeConfig, options) => {
    let yaml = kubeConfig.exportConfig();
    for (const [server, proxy] of proxies) {
      yaml = yaml.replaceAll(server, proxy.url);
    }
    return connect(loadKubeConfig(yaml), options);
  };
