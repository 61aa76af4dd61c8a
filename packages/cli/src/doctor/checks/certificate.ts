/** Ends of certificates. Pure. */
import { certificateState, type ServerCertificate } from '@klutch/kube';
import { failed, ok, warning, type Finding } from '../Finding';

const renew = 'Renew it, and check those that signed it.';

/** Whether a server's certificate is accepted, and valid for a while. */
export function certificate(
  subject: string,
  facts: ServerCertificate,
  now: Date,
): Finding {
  const day = facts.validTo.toISOString().slice(0, 10);
  switch (certificateState(facts, now.getTime())) {
    case 'ended':
      return failed('Certificates', `${subject}: ended on ${day}`, renew);
    case 'refused':
      return failed(
        'Certificates',
        `${subject}: clients refuse it (${facts.refusal})`,
        'Correct "externalCaFile" of the portal or of the binding backend, or the certificate.',
      );
    case 'ending':
      return warning('Certificates', `${subject}: ends on ${day}`, renew);
    default:
      return ok('Certificates', `${subject}: valid until ${day}`);
  }
}
