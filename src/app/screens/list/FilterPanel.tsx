/** The filter panel. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Filter, ListMeta } from '../../data/types.ts';
import { Icon } from '../../theme/Icon.tsx';
import type { ListColumn } from '../record/columns.ts';
import { FilterControl } from './FilterControl.tsx';
import classes from './Filters.module.css';

interface Props {
  form: CompiledForm;
  columns: ListColumn[];
  filters: Filter[];
  meta: ListMeta | undefined;
  onChange: (filters: Filter[]) => void;
}

export default function FilterPanel({ columns, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <section id="filters" aria-label={t('filter.title')} className={classes.panel}>
      <div className={classes.grid}>
        {columns.map((column) => (
          // Text inputs keep what is typed themselves: cleared filters start them anew.
          <FilterControl
            key={`${column.source} ${rest.filters.some((f) => f.field === column.source)}`}
            column={column}
            {...rest}
          />
        ))}
      </div>
      {rest.filters.length > 0 && (
        <Button variant="subtle" size="sm" leftSection={<Icon name="x" size={16} />} onClick={() => rest.onChange([])}>
          {t('filter.clear')}
        </Button>
      )}
    </section>
  );
}
