/** Asks which records to take along, says how much each choice is, and begins. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../data/words.ts';
import { type OfflineSelection, useOffline } from '../../offline/context.ts';
import { FailureNote } from '../FailureNote.tsx';
import { formatBytes } from './words.ts';

export interface OfflineChoiceOption {
  key: string;
  label: string;
  choice: OfflineSelection;
}

interface Props {
  title: string;
  offered: readonly OfflineChoiceOption[];
  onBegin: (choice: OfflineSelection) => void;
}

export function OfflineChoiceForm({ title, offered, onBegin }: Props) {
  const { t } = useTranslation('offline');
  const name = useId();
  const [key, setKey] = useState(offered[0]?.key);
  const { choice = {} } = offered.find((one) => one.key === key) ?? {};
  const [files, setFiles] = useState(false);
  const { plan } = useOffline();
  const counted = useQuery({ queryKey: ['offline', 'plan', choice], queryFn: () => plan(choice), staleTime: 0 });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onBegin(files ? { ...choice, files } : choice);
      }}
    >
      <fieldset className="am-stack am-gap-1 am-above-2 am-below-2">
        <legend>{title}</legend>
        {offered.map((one) => (
          <label key={one.key} className="am-target">
            <input
              type="radio"
              name={name}
              value={one.key}
              checked={one.key === key}
              onChange={() => setKey(one.key)}
            />
            {one.label}
          </label>
        ))}
      </fieldset>
      <label className="am-target">
        <input type="checkbox" checked={files} onChange={(event) => setFiles(event.target.checked)} />
        {counted.data
          ? t('prepare.withFiles', { files: number(counted.data.files), size: formatBytes(counted.data.file_bytes) })
          : t('prepare.withFilesToo')}
      </label>
      {counted.error ? (
        <FailureNote error={counted.error} />
      ) : (
        <p className="am-hint" role="status">
          {counted.data
            ? t('prepare.plan', {
                records: number(counted.data.records),
                size: formatBytes(counted.data.bytes + (files ? counted.data.file_bytes : 0)),
              })
            : t('prepare.counting')}
        </p>
      )}
      <Button type="submit">{t('prepare.begin')}</Button>
    </form>
  );
}
