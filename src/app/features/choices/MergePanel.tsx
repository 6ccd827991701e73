/** Which entry stands for a double from now on, and what that means. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Named } from '../../data/types.ts';
import { isolate, nameOf } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import classes from './MasterTables.module.css';

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
      <NativeSelect
        label={t('tables.mergeWith', { name: isolate(nameOf(entry)) })}
        value={into}
        onChange={(event) => setInto(event.currentTarget.value)}
      >
        <option value="">{t('tables.choose')}</option>
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one)}
          </option>
        ))}
      </NativeSelect>
      <p className={classes.lead}>
        {t('tables.mergeMeaning', { name: isolate(nameOf(entry)), into: isolate(target ? nameOf(target) : '…') })}
      </p>
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack}>
          {t('tables.back')}
        </Button>
        <Button disabled={into === ''} loading={busy} onClick={() => onMerge(into)} data-action="do-merge">
          {t('tables.merge')}
        </Button>
      </div>
    </>
  );
}
