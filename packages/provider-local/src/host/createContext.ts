/** Creates what an engine's instance gets from the host. */
import { issueServerCertificate } from './certificates';
import { InstanceRecord } from './instanceRecord';
import { InstanceFiles } from './layout';
import { Processes } from './Processes';
import { RecordFile } from './RecordFile';
import { RunAs } from './runProgram';
import { derivePassword } from './secrets';
import { InstanceContext } from './ServiceEngine';

export function createContext(options: {
  programs: unknown;
  runAs: RunAs;
  files: InstanceFiles;
  record: RecordFile<InstanceRecord>;
  processes: Processes;
  reservedPorts(): number[];
  currentConfig(): unknown;
  isReadOnly(): boolean;
}): InstanceContext<unknown, unknown> {
  const { programs, runAs, files, record, processes } = options;
  const { id, title, adminPassword, bindingKey } = record.value;
  return {
    id,
    title,
    programs,
    runAs,
    folder: files.folder,
    dataDir: files.data,
    adminPassword,
    get config() {
      return options.currentConfig();
    },
    get readOnly() {
      return options.isReadOnly();
    },
    get caCertificate() {
      return record.value.caCertificate;
    },
    port(name) {
      const port = record.value.ports[name];
      if (port === undefined) throw new Error(`there is no port ${name}`);
      return port;
    },
    isReserved: port => options.reservedPorts().includes(port),
    derivePassword: purpose => derivePassword(bindingKey, purpose),
    async issueCertificate() {
      const issued = await issueServerCertificate(title);
      record.save({ caCertificate: issued.caCertificate });
      return issued;
    },
    signal: (name, signal) => processes.signal(name, signal),
    async whileStopped(work, processName) {
      if (processName) return processes.whileStopped(processName, work);
      await processes.stop();
      try {
        await work();
      } finally {
        await processes.start();
      }
      return undefined;
    },
  };
}
