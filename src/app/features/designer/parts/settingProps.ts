/** What the input of every setting is given. */
import type { SettingShape, SettingSource } from '../../../../core/edit/settings.ts';
import type { SelectItem } from '../../drafting/fields.tsx';

export interface SettingProps {
  shape: SettingShape;
  /** Where its words stand in the locale, and its name among the inputs. */
  words: string;
  name: string;
  value: unknown;
  at: string;
  path: string;
  items: (of: SettingSource) => SelectItem[];
  onChange: (value: unknown, step?: string) => void;
}
