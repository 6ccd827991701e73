/**
 * One kept name, of a place or of a choice list: three languages side by side and other spellings; from here it is also
 * retired, offered again or merged. What else is kept of it stands between.
 */
import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { direction, LANGUAGES, languageTag } from '../../../core/text/languages.ts';
import { isApiError } from '../../data/errors.ts';
import type { Named } from '../../data/types.ts';
import { nameOf } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { LANGUAGE_NAMES } from '../../shell/Language.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import classes from './MasterTables.module.css';
import { MergePanel } from './MergePanel.tsx';

export interface ReferenceNames {
  name_en: string;
  name_fa: string;
  name_ps: string;
  aliases: string[];
}

export interface ReferenceItem extends Omit<Named, keyof ReferenceNames>, ReferenceNames {
  id: string;
  merged_into: string | null;
}

type Done = Promise<{ message: string }>;

interface Props<T extends ReferenceItem> {
  /** null: a new one. */
  kept: T | null;
  /** Said above the fields of a new one. */
  addTitle: string;
  aliasesLabel: string;
  /** What it means that this one is a double. */
  doubleNote: string;
  isOffered: boolean;
  /** Letters a name may have. */
  longest: number;
  /** Those a double may be merged into. */
  targets: readonly T[];
  /** Asked again when somebody else saved first. */
  newest: QueryKey;
  save: (names: ReferenceNames) => Done;
  /** Missing where nothing of the kind is ever retired. */
  steps?: { retire: (id: string) => Done; restore: (id: string) => Done; merge: (id: string, into: string) => Done };
  /** Further fields; `said` is what the server found wrong with one. */
  children: (said: (field: string) => string | undefined) => ReactNode;
  onClose: () => void;
}

export function ReferenceItemDialog<T extends ReferenceItem>(props: Props<T>) {
  const { kept, isOffered, steps, onClose } = props;
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [names, setNames] = useState(() => namesOf(kept));
  const [aliases, setAliases] = useState(() => (kept?.aliases ?? []).join('\n'));
  const [merging, setMerging] = useState(false);
  const done = ({ message }: { message: string }) => {
    toast('success', message);
    // Pickers, lists and records show these names too.
    void client.invalidateQueries();
    onClose();
  };
  const save = useMutation({ mutationFn: props.save, onSuccess: done });
  const step = useMutation({ mutationFn: (act: () => Done) => act(), onSuccess: done });
  const error = save.error ?? step.error;
  const errors = isApiError(error) ? (error.errors ?? {}) : {};
  const said = (field: string) => errors[`/${field}`]?.[0]?.message;
  const isDouble = Boolean(kept?.merged_into);
  if (kept && steps && merging)
    return (
      <Dialog title={t('tables.mergeTitle')} onClose={onClose}>
        <MergePanel
          entry={kept}
          others={props.targets}
          busy={step.isPending}
          error={step.error}
          onMerge={(into) => step.mutate(() => steps.merge(kept.id, into))}
          onBack={() => setMerging(false)}
        />
      </Dialog>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...names, aliases: aliases.split('\n').filter((name) => name.trim() !== '') });
  };
  return (
    <Dialog title={kept ? nameOf(kept) : props.addTitle} size="xl" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {error && Object.keys(errors).length === 0 && (
          <>
            <FailureNote error={error} />
            {isApiError(error) && error.code === 'conflict' && (
              <Button
                mb="md"
                variant="outline"
                onClick={() => void client.invalidateQueries({ queryKey: props.newest }).then(onClose)}
              >
                {t('tables.loadNewest')}
              </Button>
            )}
          </>
        )}
        {isDouble && (
          <Alert color="gray" variant="light" icon={<Icon name="info-circle" />} mb="md">
            {props.doubleNote}
          </Alert>
        )}
        <div className={classes.three}>
          {LANGUAGES.map((one) => (
            <TextInput
              key={one}
              required
              disabled={isDouble}
              name={`name_${one}`}
              label={t('tables.nameIn', { language: LANGUAGE_NAMES[one] })}
              lang={languageTag(one)}
              dir={direction(one)}
              maxLength={props.longest}
              value={names[`name_${one}`]}
              error={said(`name_${one}`)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setNames((now) => ({ ...now, [`name_${one}`]: value }));
              }}
            />
          ))}
        </div>
        {!isDouble && (
          <>
            <Textarea
              mt="sm"
              name="aliases"
              label={props.aliasesLabel}
              description={t('tables.aliasesHint')}
              autosize
              minRows={2}
              maxRows={6}
              dir="auto"
              value={aliases}
              error={said('aliases')}
              onChange={(event) => setAliases(event.currentTarget.value)}
            />
            {props.children(said)}
          </>
        )}
        <div className={classes.foot}>
          {kept && steps && (
            <span className={classes.grow}>
              {isOffered ? (
                <>
                  <Button
                    variant="subtle"
                    color="gray"
                    leftSection={<Icon name="archive" size={16} />}
                    loading={step.isPending}
                    onClick={() => step.mutate(() => steps.retire(kept.id))}
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
                  onClick={() => step.mutate(() => steps.restore(kept.id))}
                  data-action="restore"
                >
                  {t(isDouble ? 'tables.separate' : 'tables.restore')}
                </Button>
              )}
            </span>
          )}
          <Button variant="default" onClick={onClose}>
            {t('tables.cancel')}
          </Button>
          {!isDouble && (
            <Button type="submit" loading={save.isPending}>
              {t('tables.save')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function namesOf(kept: ReferenceItem | null): Omit<ReferenceNames, 'aliases'> {
  const { name_en = '', name_fa = '', name_ps = '' } = kept ?? {};
  return { name_en, name_fa, name_ps };
}
