/** When the certificates of servers, and the portal's credentials, end. */
import { readFile } from 'node:fs/promises';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { kubeconfigExpiry } from '../../notifications/kubeconfigExpiry';
import { failureText } from '../failureText';
import { finding, type Check, type Finding } from './finding';
import { readCertificate, type CertificateFacts } from './readCertificate';

/** A server whose certificate is read. */
export interface Server {
  url: string;
  /** Whether the configuration says how clients verify the certificate; only then a refusal is a finding. */
  isVerified?: boolean;
  /** PEM of the certificate authority. */
  ca?: string;
  serverName?: string;
}

/** What is read. */
export interface CertificateCheckOptions {
  servers: readonly Server[];
  /** File with the portal's kubeconfig of the control plane; undefined in a pod. */
  kubeconfigFile?: string;
  /** Milliseconds since 1970, for tests. */
  now?: () => number;
}

const dayMs = 24 * 3_600_000;
const noticeMs = 14 * dayMs;

const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Certificates that live for days only are renewed in their last quarter. */
const noticeOf = ({ validFrom, validTo }: CertificateFacts): number =>
  Math.min(noticeMs, (validTo.getTime() - validFrom.getTime()) / 4);

/** Whether a certificate is valid for a while. Pure. */
export function certificateFinding(
  subject: string,
  facts: CertificateFacts,
  now: number,
): Finding {
  const { refusal, validTo } = facts;
  const left = validTo.getTime() - now;
  const params = { subject, until: dateOf(validTo) };
  if (left <= 0) {
    return finding('failed', explain('SetUpCertificateEnded', params));
  }
  if (refusal) {
    const untrusted = { subject, error: refusal };
    return finding('failed', explain('SetUpCertificateUntrusted', untrusted));
  }
  return left < noticeOf(facts)
    ? finding('warning', explain('SetUpCertificateEnds', params))
    : finding('ok', explain('SetUpCertificateValid', params));
}

/** Whether the credentials in a kubeconfig are valid for a while; undefined if that is not in the file. Pure. */
export function credentialsFinding(
  kubeconfig: string,
  now: number,
): Finding | undefined {
  const expiresAt = kubeconfigExpiry(kubeconfig);
  if (!expiresAt) return undefined;
  const left = expiresAt.getTime() - now;
  const params = { until: dateOf(expiresAt) };
  if (left <= 0) {
    return finding('failed', explain('SetUpCredentialsEnded', params));
  }
  return left < noticeMs
    ? finding('warning', explain('SetUpCredentialsEnd', params))
    : finding('ok', explain('SetUpCredentialsValid', params));
}

async function checkServer(
  { ca, isVerified, serverName, url }: Server,
  now: number,
  signal: AbortSignal,
): Promise<Finding> {
  const subject = new URL(url).origin;
  if (!url.startsWith('https:')) {
    return finding('unused', explain('SetUpCertificateUnused', { subject }));
  }
  try {
    const { refusal, ...facts } = await readCertificate(new URL(url), {
      ca,
      serverName,
      signal,
    });
    return certificateFinding(
      subject,
      { ...facts, ...(isVerified && refusal && { refusal }) },
      now,
    );
  } catch (error) {
    const params = { subject, error: failureText(error) };
    return finding('unknown', explain('SetUpCertificateUnreadable', params));
  }
}

/** None in a pod, whose token Kubernetes renews, and for credentials without a known end. */
async function checkCredentials(
  file: string | undefined,
  now: number,
): Promise<Finding[]> {
  if (file === undefined) return [];
  try {
    const found = credentialsFinding(await readFile(file, 'utf8'), now);
    return found ? [found] : [];
  } catch (error) {
    const params = { error: failureText(error) };
    return [finding('failed', explain('SetUpError', params))];
  }
}

/** The check of all certificates; a server that several parts use is read once. */
export const certificateCheck = ({
  kubeconfigFile,
  now = Date.now,
  servers,
}: CertificateCheckOptions): Check => ({
  name: 'certificates',
  docs: 'operations.md#rotation',
  run: async signal => {
    const origins = servers.map(({ url }) => new URL(url).origin);
    const distinct = servers.filter(
      (_, index) => origins.indexOf(origins[index] ?? '') === index,
    );
    const findings = await Promise.all(
      distinct.map(server => checkServer(server, now(), signal)),
    );
    const credentials = await checkCredentials(kubeconfigFile, now());
    return [...findings, ...credentials];
  },
});
