/** Files of a server, below the data folder of its instance. */
import { join } from 'node:path';

export interface ServerFiles {
  /** Where the server looks for further plugins; empty. */
  home: string;
  config: string;
  indices: string;
  logs: string;
  tmp: string;
  /** Snapshots exist only while a backup or restore runs. */
  snapshots: string;
  /** Initial configuration of the security plugin. */
  security: string;
  /** Start script. */
  script: string;
  settings: string;
  logging: string;
  authority: string;
  certificate: string;
  privateKey: string;
  adminAuthority: string;
  adminCertificate: string;
  adminKey: string;
  /** Certificate of another program of the instance, which uses the server. */
  clientCertificate: string;
  clientKey: string;
}

export function serverFiles(dataDir: string): ServerFiles {
  const config = join(dataDir, 'config');
  return {
    home: join(dataDir, 'home'),
    config,
    indices: join(dataDir, 'indices'),
    logs: join(dataDir, 'logs'),
    tmp: join(dataDir, 'tmp'),
    snapshots: join(dataDir, 'snapshots'),
    security: join(config, 'opensearch-security'),
    script: join(config, 'start.bsh'),
    settings: join(config, 'opensearch.yml'),
    logging: join(config, 'log4j2.properties'),
    authority: join(config, 'ca.crt'),
    certificate: join(config, 'server.crt'),
    privateKey: join(config, 'server.key'),
    adminAuthority: join(config, 'admin-ca.crt'),
    adminCertificate: join(config, 'admin.crt'),
    adminKey: join(config, 'admin.key'),
    clientCertificate: join(config, 'client.crt'),
    clientKey: join(config, 'client.key'),
  };
}
