/** A heading with links below it. Renders nothing without links. */
import { Link } from 'react-router-dom';
import type { MenuEntry } from '../../shell/navigation/menu.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Menu.module.css';

export function MenuGroup({ title, entries }: { title: string; entries: MenuEntry[] }) {
  if (!entries.length) return null;
  return (
    <section className="am-surface am-titled">
      <h2>{title}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.id} ${entry.to}`}>
            <Link to={entry.to} className="am-way">
              <span className={`${classes.sign} am-round am-action`}>
                <Icon name={entry.icon} size={20} />
              </span>
              <span className="am-grow">{entry.label}</span>
              <Icon name="chevron-right" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
