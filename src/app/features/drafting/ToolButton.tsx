/** A button that is an icon, with its name for those who cannot see it. */
import { Icon } from '../../theme/Icon.tsx';
import classes from './drafting.module.css';

interface ToolProps {
  icon: string;
  action: string;
  label: string;
  isOff?: boolean;
  onClick: () => void;
}

export function ToolButton({ icon, action, label, isOff = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={`${classes.tool} am-sign am-hovers`}
      data-action={action}
      title={label}
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon name={icon} size={18} />
    </button>
  );
}
