/** Edits one entry of a choice list: its names, what filters read of it, and the days on which it is offered. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChoiceItem, ChoiceTable } from '../../../core/generated/api.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { AttributeFields, typedAttributes } from './AttributeFields.tsx';
import { choiceListKeys, choiceListsApi, isItemOffered } from './api.ts';
import { ReferenceItemDialog } from './ReferenceItemDialog.tsx';

interface Props {
  table: ChoiceTable;
  /** Null for a new entry. */
  entry: ChoiceItem | null;
  others: readonly ChoiceItem[];
  onClose: () => void;
}

export function EntryDialog({ table, entry, others, onClose }: Props) {
  const { list } = table;
  const { t } = useTranslation('admin');
  const [days, setDays] = useState({ valid_from: entry?.valid_from ?? null, valid_to: entry?.valid_to ?? null });
  const [attributes, setAttributes] = useState(() => typedAttributes(table, entry));
  return (
    <ReferenceItemDialog
      item={entry}
      addTitle={t('tables.add')}
      aliasesLabel={t('tables.aliases')}
      doubleNote={t('tables.isMerged')}
      isOffered={entry !== null && isItemOffered(entry)}
      longest={250}
      targets={others.filter((one) => one.id !== entry?.id && one.merged_into === null)}
      newest={choiceListKeys.entries(list)}
      save={(names) => {
        const values = { ...names, ...days, ...attributes };
        return entry ? choiceListsApi.change(list, entry, values) : choiceListsApi.add(list, values);
      }}
      actions={{
        retire: (id) => choiceListsApi.retire(list, id),
        restore: (id) => choiceListsApi.restore(list, id),
        merge: (id, into) => choiceListsApi.merge(list, id, into),
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <AttributeFields
            {...{ table, others, errorOf }}
            values={attributes}
            onChange={(patch) => setAttributes((now) => ({ ...now, ...patch }))}
          />
          <div className="am-stack am-halves am-gap-3 am-above-3">
            {(['valid_from', 'valid_to'] as const).map((name) => (
              <div key={name}>
                <DayInput
                  label={t(`tables.${name}`)}
                  value={days[name] ?? ''}
                  onChange={(iso) => setDays((now) => ({ ...now, [name]: iso || null }))}
                />
                {errorOf(name) && <p className="am-above-1 am-wrong am-small">{errorOf(name)}</p>}
              </div>
            ))}
          </div>
        </>
      )}
    </ReferenceItemDialog>
  );
}
