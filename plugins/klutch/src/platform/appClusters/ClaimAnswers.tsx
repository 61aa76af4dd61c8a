/** The permission claims of an API, each with a checkbox that accepts it. */
import Checkbox from '@material-ui/core/Checkbox';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { PermissionClaim } from '../../api/types';
import { useT } from '../../hooks/useT';
import { ClaimText } from '../ClaimText';
import { claimSentence } from '../templates/claimSentence';

const useStyles = makeStyles({
  claim: { display: 'flex', alignItems: 'flex-start' },
});

/** The other claims than those of which `whole` is rejected. */
export const acceptedOf = (
  claims: PermissionClaim[],
  rejected: string[],
): PermissionClaim[] => claims.filter(({ whole }) => !rejected.includes(whole));

/** @param props.rejected - `whole` of each claim that is rejected */
export function ClaimAnswers(props: {
  claims: PermissionClaim[];
  rejected: string[];
  onChange: (rejected: string[]) => void;
}) {
  const { claims, onChange, rejected } = props;
  const classes = useStyles();
  const t = useT();
  return (
    <>
      {claims.map(claim => {
        const { required, whole } = claim;
        const isAccepted = !rejected.includes(whole);
        return (
          <div key={whole} className={classes.claim}>
            <Checkbox
              color="primary"
              checked={isAccepted}
              onChange={() =>
                onChange(
                  isAccepted
                    ? [...rejected, whole]
                    : rejected.filter(other => other !== whole),
                )
              }
              inputProps={{
                'aria-label': t('platform.bind.acceptClaim', {
                  claim: claimSentence(claim, t),
                }),
              }}
            />
            <div>
              <ClaimText claim={claim} />
              {required && (
                <Typography variant="body2">
                  {t('platform.bind.required')}
                </Typography>
              )}
            </div>
          </div>
        );
      })}
    </>
  );
}
