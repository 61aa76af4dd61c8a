// One package's report, by API Extractor.
import { join } from 'node:path';
import {
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  ExtractorMessage,
  IConfigFile,
} from '@microsoft/api-extractor';
import { root } from '../lib/root';

/** What came of it. */
export interface ApiReport {
  /** The committed file. */
  path: string;
  /** It differs from the source, or there was none. */
  outOfDate: boolean;
  /** What must be mended in the source, in words. */
  errors: string[];
}

const reportFile = 'report.api.md';

/** Warnings are printed and fail; none of them is written into the report. */
const reportWarnings = {
  logLevel: ExtractorLogLevel.Warning,
  addToApiReportFile: false,
};
const silent = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false };

const messages: IConfigFile['messages'] = {
  compilerMessageReporting: { default: reportWarnings },
  extractorMessageReporting: {
    default: reportWarnings,
    'ae-undocumented': reportWarnings,
    // What an index exports is public: there are no other releases (docs/adr/0020-api-reports.md).
    'ae-missing-release-tag': silent,
    // The types of our own packages are their sources, and stay imports in a report.
    'ae-wrong-input-file-type': silent,
  },
  tsdocMessageReporting: { default: reportWarnings },
};

function formatMessage(message: ExtractorMessage): string {
  const { sourceFilePath = '', sourceFileLine } = message;
  const file = sourceFilePath
    .replace(/^.*\/dist-types-api-[^/]*\//, '')
    .replace(/\.d\.ts$/, '');
  // The line is one of the declaration file, which only helps where names do not.
  const where = file
    ? ` (${file}, line ${sourceFileLine} of its declarations)`
    : '';
  return `${message.text}${where} [${message.messageId}]`;
}

/** Makes the report of the package whose declarations lie in the folder. */
export function extractReport(
  packageFolder: string,
  declarations: string,
  write: boolean,
): ApiReport {
  const projectFolder = join(root, packageFolder);
  const errors: string[] = [];
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(projectFolder, 'api-extractor.json'),
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath: join(
        declarations,
        packageFolder,
        'src/index.d.ts',
      ),
      compiler: { tsconfigFilePath: join(declarations, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: reportFile,
        reportFolder: projectFolder,
        reportTempFolder: join(declarations, 'reports', packageFolder),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages,
    },
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: write,
    typescriptCompilerFolder: join(root, 'node_modules/typescript'),
    messageCallback(message) {
      if (
        message.category !== 'console' &&
        message.logLevel === ExtractorLogLevel.Warning
      ) {
        errors.push(formatMessage(message));
      }
      message.handled = true;
    },
  });
  return {
    path: join(projectFolder, reportFile),
    outOfDate: apiReportChanged,
    errors,
  };
}
