/** The rating icons once per form as symbols; each tile only points to one. Hundreds of drawn icons would be dear. */
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets } from '../environment.tsx';

/** DOM id of an icon's symbol. */
export function symbolId(name: string): string {
  return `am-icon-${name}`;
}

export function RatingIcons() {
  const { constants } = useWidgets();
  return (
    <svg width="0" height="0" className="am-sprite" aria-hidden="true">
      {constants.ratings.map(
        ({ icon }) =>
          icon && (
            <symbol key={icon} id={symbolId(icon)} viewBox="0 0 24 24">
              <Icon name={icon} size={24} />
            </symbol>
          ),
      )}
    </svg>
  );
}
