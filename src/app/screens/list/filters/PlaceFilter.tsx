/** Filters by province, district and village. Each level narrows the next. A change clears the levels below. */
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import type { Filter } from '../../../../core/generated/api.ts';
import type { ListColumn } from '../../record/columns.ts';
import { ChoicePicker } from './ChoicePicker.tsx';
import { type ChangeFilters, chosenValues, withChosenValues, withoutFieldFilters } from './filterSet.ts';
import type { FilterPlaceLevel } from './kinds.ts';

const LEVELS: FilterPlaceLevel[] = ['province', 'district', 'village'];

interface Props {
  form: CompiledForm;
  column: ListColumn;
  sources: Record<FilterPlaceLevel, string>;
  filters: Filter[];
  onChange: ChangeFilters;
}

export function PlaceFilter({ form, column, sources, filters, onChange }: Props) {
  const { t } = useTranslation();
  const chosen = (level: FilterPlaceLevel) => chosenValues(filters, sources[level]);
  const above = { province: [], district: chosen('province'), village: chosen('district') };
  return LEVELS.map((level, depth) => {
    // Villages are searched in the chosen districts, or in the chosen provinces if no district is chosen.
    const within = level === 'village' && above.village.length === 0 ? chosen('province') : above[level];
    return (
      <ChoicePicker
        key={level}
        form={form}
        column={column}
        label={t(`columns.${level}`)}
        level={level}
        within={within}
        multiple
        value={chosen(level)}
        onChange={(ids) => {
          const below = LEVELS.slice(depth + 1).map((one) => sources[one]);
          onChange((now) => withChosenValues(withoutFieldFilters(now, ...below), sources[level], ids));
        }}
      />
    );
  });
}
