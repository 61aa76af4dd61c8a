/** A service's icon: a coloured tile with a symbol for the kind of service. */
import { makeStyles } from '@material-ui/core/styles';
import BackupIcon from '@material-ui/icons/Backup';
import BarChartIcon from '@material-ui/icons/BarChart';
import DescriptionIcon from '@material-ui/icons/Description';
import FlashIcon from '@material-ui/icons/FlashOn';
import ForumIcon from '@material-ui/icons/Forum';
import KeyIcon from '@material-ui/icons/VpnKey';
import LeafIcon from '@material-ui/icons/Eco';
import RestoreIcon from '@material-ui/icons/Restore';
import SearchIcon from '@material-ui/icons/Search';
import StorageIcon from '@material-ui/icons/Storage';

const iconAppearance: Record<
  string,
  { color: string; icon: typeof StorageIcon }
> = {
  postgresql: { color: '#336791', icon: StorageIcon },
  mariadb: { color: '#8a5a2b', icon: StorageIcon },
  mongodb: { color: '#3f7d3a', icon: LeafIcon },
  keyvalue: { color: '#a6352c', icon: FlashIcon },
  messaging: { color: '#b3530f', icon: ForumIcon },
  search: { color: '#00696b', icon: SearchIcon },
  logme2: { color: '#5a5f6b', icon: DescriptionIcon },
  prometheus: { color: '#b8391d', icon: BarChartIcon },
  servicebinding: { color: '#5b4b8a', icon: KeyIcon },
  binding: { color: '#5b4b8a', icon: KeyIcon },
  backup: { color: '#2f6f8f', icon: BackupIcon },
  restore: { color: '#2f6f8f', icon: RestoreIcon },
};
const defaultAppearance = { color: '#4a5568', icon: StorageIcon };

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    borderRadius: 8,
    color: '#fff',
  },
});

export function ServiceIcon(props: { icon: string; size?: number }) {
  const classes = useStyles();
  const size = props.size ?? 40;
  const { color, icon: Icon } = iconAppearance[props.icon] ?? defaultAppearance;
  return (
    <span
      className={classes.root}
      style={{ width: size, height: size, background: color }}
      aria-hidden
    >
      <Icon style={{ fontSize: size * 0.6 }} />
    </span>
  );
}
