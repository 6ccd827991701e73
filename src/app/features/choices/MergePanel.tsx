/** Takes the entry that replaces a duplicate, and explains what merging means. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '../../../core/text/languages.ts';
import type { Named } from '../../data/types.ts';
import { nameOf } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { DialogButtons } from '../../widgets/controls/Dialog.tsx';

interface Props {
  entry: Named;
  others: readonly Named[];
  busy: boolean;
  error: unknown;
  onMerge: (into: string) => void;
  onBack: () => void;
}

export function MergePanel({ entry, others, busy, error, onMerge, onBack }: Props) {
  const { t } = useTranslation('admin');
  const [into, setInto] = useState('');
  const target = others.find((one) => one.id === into);
  return (
    <>
      {error ? <FailureNote error={error} /> : null}
      <SelectWithAny
        label={t('tables.mergeWith', { name: isolateName(nameOf(entry)) })}
        any={t('tables.choose')}
        options={others.map((one) => ({ value: one.id, label: nameOf(one) }))}
        value={into}
        onChange={setInto}
      />
      <p className="am-after am-dimmed">
        {t('tables.mergeMeaning', {
          name: isolateName(nameOf(entry)),
          into: isolateName(target ? nameOf(target) : '…'),
        })}
      </p>
      <DialogButtons>
        <Button variant="default" onClick={onBack}>
          {t('tables.back')}
        </Button>
        <Button disabled={into === ''} loading={busy} onClick={() => onMerge(into)} data-action="do-merge">
          {t('tables.merge')}
        </Button>
      </DialogButtons>
    </>
  );
}
