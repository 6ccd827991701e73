/** One icon of the register. Hidden from screen readers unless it has a `label`. */

import { type IconName, ICONS as KNOWN } from '../../core/definitions/icons.ts';
import { getOwn } from '../../core/json.ts';
import { textDirection } from '../../core/text/languages.ts';
import { preferences } from '../data/preferences.ts';
import { ICONS } from './icons.ts';

export function Icon({ name, size = 18, label }: { name: string; size?: number; label?: string }) {
  const Component = getOwn(ICONS, name) ?? ICONS.file!;
  const turned = KNOWN[name as IconName] && textDirection(preferences().language) === 'rtl';
  return (
    <Component
      size={size}
      stroke={1.75}
      style={turned ? { flex: 'none', transform: 'scaleX(-1)' } : { flex: 'none' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
