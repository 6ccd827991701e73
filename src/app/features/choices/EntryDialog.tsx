/** Edits one entry of a choice list: its names and the days on which it is offered. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChoiceItem } from '../../../core/generated/api.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { isOffered, tableKeys, tablesApi } from './api.ts';
import classes from './MasterTables.module.css';
import { ReferenceItemDialog } from './ReferenceItemDialog.tsx';

interface Props {
  list: string;
  /** Null for a new entry. */
  entry: ChoiceItem | null;
  others: readonly ChoiceItem[];
  onClose: () => void;
}

export function EntryDialog({ list, entry, others, onClose }: Props) {
  const { t } = useTranslation('admin');
  const [days, setDays] = useState({ valid_from: entry?.valid_from ?? null, valid_to: entry?.valid_to ?? null });
  return (
    <ReferenceItemDialog
      item={entry}
      addTitle={t('tables.add')}
      aliasesLabel={t('tables.aliases')}
      doubleNote={t('tables.isMerged')}
      isOffered={entry !== null && isOffered(entry)}
      longest={250}
      targets={others.filter((one) => one.id !== entry?.id && one.merged_into === null)}
      newest={tableKeys.entries(list)}
      save={(names) => {
        const values = { ...names, ...days };
        return entry ? tablesApi.change(list, entry, values) : tablesApi.add(list, values);
      }}
      actions={{
        retire: (id) => tablesApi.retire(list, id),
        restore: (id) => tablesApi.restore(list, id),
        merge: (id, into) => tablesApi.merge(list, id, into),
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <div className={classes.days}>
          {(['valid_from', 'valid_to'] as const).map((name) => (
            <div key={name}>
              <DayInput
                label={t(`tables.${name}`)}
                value={days[name] ?? ''}
                onChange={(iso) => setDays((now) => ({ ...now, [name]: iso || null }))}
              />
              {errorOf(name) && <p className={classes.wrong}>{errorOf(name)}</p>}
            </div>
          ))}
        </div>
      )}
    </ReferenceItemDialog>
  );
}
