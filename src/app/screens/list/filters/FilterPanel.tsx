/** All filters of a list: above it on wide screens, in a drawer on phones. Loaded when first opened. */
import { OnlineWidgets } from '../../../widgets/OnlineWidgets.tsx';
import '../../../widgets/widgets.css';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import type { Filter } from '../../../../core/generated/api.ts';
import type { ListColumn } from '../../record/columns.ts';
import { FilterControl } from './FilterControl.tsx';
import classes from './Filters.module.css';
import type { ChangeFilters } from './filterSet.ts';
import { filterValueKind, placeSources } from './kinds.ts';

interface Props {
  form: CompiledForm;
  columns: ListColumn[];
  filters: Filter[];
  onChange: ChangeFilters;
}

export default function FilterPanel({ form, columns, ...rest }: Props) {
  const { t } = useTranslation();
  // One picker covers province, district and village, so other columns of the same place are left out.
  const own = columns.filter((column) => filterValueKind(column) === 'places' && placeSources(form, column));
  const shown = columns.filter((column) => !own.includes(column) || column === own[0]);
  return (
    <section id="filters" aria-label={t('filter.title')} className={`am-surface ${classes.panel} am-pad-4 am-below-3`}>
      <OnlineWidgets>
        <div className="am-tiles am-start">
          {shown.map((column) => (
            <FilterControl key={column.source} form={form} column={column} {...rest} />
          ))}
        </div>
      </OnlineWidgets>
    </section>
  );
}
