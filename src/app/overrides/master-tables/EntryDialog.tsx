/** One entry with its three languages side by side; from here it is also retired, offered again or merged. */
import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { direction, LANGUAGES, languageTag } from '../../../core/text/languages.ts';
import { isApiError } from '../../data/errors.ts';
import { nameOf } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { Dialog } from '../../shell/Dialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { LANGUAGE_NAMES } from '../../shell/Language.tsx';
import { toast } from '../../shell/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { type Entry, type EntryWords, tableKeys, tablesApi } from './api.ts';
import classes from './MasterTables.module.css';
import { MergePanel } from './MergePanel.tsx';
import { isOffered } from './offered.ts';

interface Props {
  list: string;
  /** null: a new one. */
  entry: Entry | null;
  others: readonly Entry[];
  onClose: () => void;
}

export function EntryDialog({ list, entry, others, onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [words, setWords] = useState<EntryWords>(() => wordsOf(entry));
  const [aliases, setAliases] = useState(() => (entry?.aliases ?? []).join('\n'));
  const [merging, setMerging] = useState(false);
  const done = ({ message }: { message: string }) => {
    toast('success', message);
    // Selects and lists show names of entries too.
    void client.invalidateQueries();
    onClose();
  };
  const save = useMutation({
    mutationFn: (given: EntryWords) => (entry ? tablesApi.change(list, entry, given) : tablesApi.add(list, given)),
    onSuccess: done,
  });
  const step = useMutation({ mutationFn: (act: () => ReturnType<typeof tablesApi.retire>) => act(), onSuccess: done });
  const error = save.error ?? step.error;
  const errors = isApiError(error) ? (error.errors ?? {}) : {};
  const said = (name: keyof EntryWords) => errors[`/${name}`]?.[0]?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...words, aliases: aliases.split('\n').filter((name) => name.trim() !== '') });
  };
  if (entry && merging)
    return (
      <Dialog title={t('tables.mergeTitle')} onClose={onClose}>
        <MergePanel
          entry={entry}
          others={others.filter((one) => one.id !== entry.id && one.merged_into === null)}
          busy={step.isPending}
          error={step.error}
          onMerge={(into) => step.mutate(() => tablesApi.merge(list, entry.id, into))}
          onBack={() => setMerging(false)}
        />
      </Dialog>
    );
  const merged = entry !== null && entry.merged_into !== null;
  return (
    <Dialog title={entry ? nameOf(entry) : t('tables.add')} size="xl" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {error && Object.keys(errors).length === 0 && (
          <>
            <FailureNote error={error} />
            {isApiError(error) && error.code === 'conflict' && (
              <Button
                mb="md"
                variant="outline"
                onClick={() => void client.invalidateQueries({ queryKey: tableKeys.entries(list) }).then(onClose)}
              >
                {t('tables.loadNewest')}
              </Button>
            )}
          </>
        )}
        {merged && (
          <Alert color="gray" variant="light" icon={<Icon name="info-circle" />} mb="md">
            {t('tables.isMerged')}
          </Alert>
        )}
        <div className={classes.three}>
          {LANGUAGES.map((one) => (
            <TextInput
              key={one}
              required
              disabled={merged}
              label={t('tables.nameIn', { language: LANGUAGE_NAMES[one] })}
              lang={languageTag(one)}
              dir={direction(one)}
              maxLength={250}
              value={words[`name_${one}`]}
              error={said(`name_${one}`)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setWords((now) => ({ ...now, [`name_${one}`]: value }));
              }}
            />
          ))}
        </div>
        {!merged && (
          <>
            <Textarea
              mt="sm"
              label={t('tables.aliases')}
              description={t('tables.aliasesHint')}
              autosize
              minRows={2}
              maxRows={6}
              dir="auto"
              value={aliases}
              error={said('aliases')}
              onChange={(event) => setAliases(event.currentTarget.value)}
            />
            <div className={classes.days}>
              {(['valid_from', 'valid_to'] as const).map((name) => (
                <div key={name}>
                  <DayInput
                    label={t(`tables.${name}`)}
                    value={words[name] ?? ''}
                    onChange={(iso) => setWords((now) => ({ ...now, [name]: iso || null }))}
                  />
                  {said(name) && <p className={classes.wrong}>{said(name)}</p>}
                </div>
              ))}
            </div>
          </>
        )}
        <div className={classes.foot}>
          {entry && (
            <span className={classes.grow}>
              {isOffered(entry) ? (
                <>
                  <Button
                    variant="subtle"
                    color="gray"
                    leftSection={<Icon name="archive" size={16} />}
                    loading={step.isPending}
                    onClick={() => step.mutate(() => tablesApi.retire(list, entry.id))}
                    data-action="retire"
                  >
                    {t('tables.retire')}
                  </Button>
                  <Button
                    variant="subtle"
                    color="gray"
                    leftSection={<Icon name="copy" size={16} />}
                    onClick={() => setMerging(true)}
                    data-action="merge"
                  >
                    {t('tables.merge')}
                  </Button>
                </>
              ) : (
                <Button
                  variant="subtle"
                  leftSection={<Icon name="restore" size={16} />}
                  loading={step.isPending}
                  onClick={() => step.mutate(() => tablesApi.restore(list, entry.id))}
                  data-action="restore"
                >
                  {t(merged ? 'tables.separate' : 'tables.restore')}
                </Button>
              )}
            </span>
          )}
          <Button variant="default" onClick={onClose}>
            {t('tables.cancel')}
          </Button>
          {!merged && (
            <Button type="submit" loading={save.isPending}>
              {t('tables.save')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function wordsOf(entry: Entry | null): EntryWords {
  const { name_en = '', name_fa = '', name_ps = '', aliases = [], valid_from = null, valid_to = null } = entry ?? {};
  return { name_en, name_fa, name_ps, aliases, valid_from, valid_to };
}
