/** What the input of every setting is given. */
import type { Shape, Source } from '../../../../core/edit/settings.ts';
import type { Item } from '../../drafting/fields.tsx';

export interface SettingProps {
  shape: Shape;
  /** Where its words stand in the locale, and its name among the inputs. */
  words: string;
  name: string;
  value: unknown;
  at: string;
  path: string;
  items: (of: Source) => Item[];
  onChange: (value: unknown, step?: string) => void;
}
