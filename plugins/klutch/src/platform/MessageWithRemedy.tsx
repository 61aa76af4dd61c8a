/** What is wrong, and below it what to do. */
import Typography from '@material-ui/core/Typography';
import { useT } from '../hooks/useT';
import { explanationText } from '../shared/explanationText';

/** A message with its remedy; both have reasons and share their parameters. */
export interface Remedied {
  message: string;
  reason?: string;
  remedy?: string;
  remedyReason?: string;
  params?: Record<string, string>;
}

/** The text of the remedy; undefined where nothing is to be done. */
export function useRemedyText({
  params,
  remedy,
  remedyReason,
}: Remedied): string | undefined {
  const t = useT();
  return explanationText({ message: remedy, reason: remedyReason, params }, t);
}

export function MessageWithRemedy(props: {
  problem: Remedied;
  /** Text with the remedy in it. Default: what to do. */
  remedyText?: 'platform.controlPlane.remedy' | 'platform.setUp.fix';
}) {
  const { problem, remedyText = 'platform.controlPlane.remedy' } = props;
  const t = useT();
  const remedy = useRemedyText(problem);
  return (
    <>
      {explanationText(problem, t)}
      {remedy && (
        <Typography
          variant="body2"
          component="span"
          display="block"
          color="textSecondary"
        >
          {t(remedyText, { remedy })}
        </Typography>
      )}
    </>
  );
}
