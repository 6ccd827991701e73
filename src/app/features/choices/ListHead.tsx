/** Takes the title and name of a new list, whose it is, and the list that its entries belong to. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Text } from '../../../core/definitions/types.ts';
import type { ChoiceTable } from '../../../core/generated/api.ts';
import { text } from '../../data/words.ts';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import type { ListPartProps } from './ListParts.tsx';
import { TextInputs } from './TextInputs.tsx';

interface Props extends ListPartProps {
  lists: readonly ChoiceTable[];
  departments: readonly { id: string; title: Text }[];
}

export function ChoiceListHead({ draft, lists, departments, errorOf, onChange }: Props) {
  const { t } = useTranslation('admin');
  return (
    <>
      <TextInputs
        name="title"
        label={(language) => t('newList.titleIn', { language })}
        value={draft.title}
        errorOf={(one) => errorOf(`/title/${one}`)}
        onChange={(next) => onChange({ title: next })}
      />
      <div className="am-stack am-halves am-gap-3 am-above-3">
        <TextInput
          required
          name="list"
          label={t('newList.name')}
          description={t('newList.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          dir="ltr"
          maxLength={64}
          autoComplete="off"
          value={draft.list}
          error={errorOf('/list')}
          onChange={(event) => onChange({ list: event.currentTarget.value })}
        />
        <SelectWithAny
          name="programme"
          label={t('newList.programme')}
          any={t('tables.shared')}
          options={departments.map((one) => ({
            value: one.id,
            label: text(one.title),
          }))}
          value={draft.programme}
          onChange={(programme) => onChange({ programme })}
        />
        <SelectWithAny
          name="parentList"
          label={t('newList.parentList')}
          any={t('newList.noParent')}
          options={lists.map((one) => ({ value: one.list, label: text(one.title) || one.list }))}
          value={draft.parentList}
          onChange={(parentList) =>
            onChange({ parentList, items: draft.items.map((item) => ({ ...item, parent: null })) })
          }
        />
      </div>
    </>
  );
}
