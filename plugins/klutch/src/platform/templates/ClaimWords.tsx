/** A permission claim in plain words, with its risks. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useT } from '../../hooks/useT';
import { IconText } from '../../shared/IconText';
import type { Tone } from '../../shared/tones';
import type { EditedClaim } from './claimFields';
import { claimRisks, type RiskLevel } from './claimRisks';
import { claimSentence } from './claimSentence';

const useStyles = makeStyles(theme => ({
  risks: { margin: theme.spacing(0.5, 0), padding: 0, listStyle: 'none' },
}));

const toneOf: Record<RiskLevel, Tone> = {
  high: 'error',
  medium: 'warning',
  low: 'neutral',
};

export function ClaimWords({ claim }: { claim: EditedClaim }) {
  const t = useT();
  const classes = useStyles();
  return (
    <>
      <Typography variant="body1">{claimSentence(claim, t)}</Typography>
      <ul className={classes.risks}>
        {claimRisks(claim).map(({ id, level }) => (
          <li key={id}>
            <IconText tone={toneOf[level]}>
              {t(`templates.risk.level.${level}`)}: {t(`templates.risk.${id}`)}
            </IconText>
          </li>
        ))}
      </ul>
    </>
  );
}
