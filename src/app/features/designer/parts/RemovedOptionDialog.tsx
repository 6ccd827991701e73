/** Asks what becomes of the answers that have an option which is removed. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftDefinition, fieldAt, patchField } from '../../../../core/edit/draft.ts';
import { mapOption } from '../../../../core/edit/migrate.ts';
import { text } from '../../../data/words.ts';
import { Dialog, DialogButtons } from '../../../widgets/controls/Dialog.tsx';
import { focusNext, SelectField } from '../../drafting/fields.tsx';
import { useDesigner } from '../context.ts';
import type { EditedOption } from './OptionEditor.tsx';

/** True if the version before offers the option. */
export function wasPublished(before: DraftDefinition | undefined, path: string, code: string): boolean {
  const options = before && fieldAt({ definition: before }, path)?.options;
  return options?.some(({ value }) => value === code) === true;
}

interface Props {
  path: string;
  options: readonly EditedOption[];
  code: string;
  onClose: () => void;
}

export function RemovedOptionDialog({ path, options, code, onClose }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change } = useDesigner();
  const [to, setTo] = useState('');
  const left = options.filter(({ value }) => value !== code);
  const name = text(options.find(({ value }) => value === code)?.label) || code;
  const remove = () => {
    const open = patchField(draft, path, { options: left } as never);
    change(mapOption(open, path, code, to === '' ? null : to));
    onClose();
    focusNext('[data-options] [data-action=add-option]');
  };
  return (
    <Dialog title={t('options.goneTitle', { name })} onClose={onClose}>
      <SelectField
        label={t('options.goneTo')}
        name="option-to"
        none={t('options.gone')}
        items={left.map(({ value, label }) => ({ value, label: text(label) || value }))}
        value={to}
        onChange={setTo}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('cancel', { ns: 'app' })}
        </Button>
        <Button color="red" variant="outline" data-action="do-remove-option" onClick={remove}>
          {t('remove.do')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
