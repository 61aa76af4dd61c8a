/** The app's logo: two interlocking open rings. */
import {
  Link,
  sidebarConfig,
  useSidebarOpenState,
} from '@backstage/core-components';
import { makeStyles } from '@material-ui/core/styles';

const useStyles = makeStyles({
  root: {
    height: 3 * sidebarConfig.logoHeight,
    display: 'flex',
    alignItems: 'center',
    marginBottom: -14,
  },
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: 14,
    marginLeft: 20,
    color: '#fff',
    fontSize: 22,
    fontWeight: 600,
    letterSpacing: 0.3,
  },
});

export function Logo() {
  const classes = useStyles();
  const { isOpen } = useSidebarOpenState();
  return (
    <div className={classes.root}>
      <Link to="/" underline="none" className={classes.link} aria-label="Home">
        <svg
          viewBox="0 0 32 32"
          width="32"
          height="32"
          fill="none"
          strokeWidth="3.2"
          strokeLinecap="round"
          aria-hidden
        >
          <path d="M18.5 9.8A7 7 0 1 0 18.5 22.2" stroke="#7df3e1" />
          <path d="M13.5 9.8A7 7 0 1 1 13.5 22.2" stroke="#fff" />
        </svg>
        {isOpen && <span>Klutch</span>}
      </Link>
    </div>
  );
}
