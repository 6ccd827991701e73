/** One place: three languages side by side, spellings, P-code, point; from here it is also retired or merged. */
import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDigits } from '../../../core/text/digits.ts';
import { direction, LANGUAGES, languageTag } from '../../../core/text/languages.ts';
import { isApiError } from '../../data/errors.ts';
import { preferences } from '../../data/preferences.ts';
import { nameOf } from '../../data/words.ts';
import { Dialog } from '../../shell/Dialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { LANGUAGE_NAMES } from '../../shell/Language.tsx';
import { toast } from '../../shell/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from '../master-tables/MasterTables.module.css';
import { MergePanel } from '../master-tables/MergePanel.tsx';
import { type KeptPlace, type PlaceWords, placeKeys, placesApi } from './api.ts';
import own from './Places.module.css';

interface Props {
  /** null: a new one inside `within`. */
  place: KeptPlace | null;
  within?: KeptPlace;
  /** Places on the screen: those a double may be merged into. */
  others: readonly KeptPlace[];
  onClose: () => void;
}

export function PlaceDialog({ place, within, others, onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [words, setWords] = useState(() => wordsOf(place));
  const [aliases, setAliases] = useState(() => (place?.aliases ?? []).join('\n'));
  const [merging, setMerging] = useState(false);
  const done = ({ message }: { message: string }) => {
    toast('success', message);
    // Pickers, lists and records show names of places too.
    void client.invalidateQueries();
    onClose();
  };
  const save = useMutation({
    mutationFn: (given: PlaceWords) =>
      place ? placesApi.change(place, given) : placesApi.add(within?.id ?? '', given),
    onSuccess: done,
  });
  const step = useMutation({ mutationFn: (act: () => ReturnType<typeof placesApi.retire>) => act(), onSuccess: done });
  const error = save.error ?? step.error;
  const errors = isApiError(error) ? (error.errors ?? {}) : {};
  const said = (name: keyof PlaceWords) => errors[`/${name}`]?.[0]?.message;
  const put = (name: keyof PlaceWords, value: string) => setWords((now) => ({ ...now, [name]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...words, aliases: aliases.split('\n').filter((name) => name.trim() !== '') });
  };
  const isDouble = Boolean(place?.merged_into);
  const isOffered = place !== null && !place.retired_at && !isDouble;
  if (place && merging)
    return (
      <Dialog title={t('tables.mergeTitle')} onClose={onClose}>
        <MergePanel
          entry={place}
          others={others.filter(
            (one) => one.id !== place.id && one.parent_id === place.parent_id && !one.merged_into && !one.retired_at,
          )}
          busy={step.isPending}
          error={step.error}
          onMerge={(into) => step.mutate(() => placesApi.merge(place.id, into))}
          onBack={() => setMerging(false)}
        />
      </Dialog>
    );
  const title = place ? nameOf(place) : t(within?.level === 'province' ? 'places.addDistrict' : 'places.addVillage');
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {error && Object.keys(errors).length === 0 && (
          <>
            <FailureNote error={error} />
            {isApiError(error) && error.code === 'conflict' && (
              <Button
                mb="md"
                variant="outline"
                onClick={() => void client.invalidateQueries({ queryKey: placeKeys.all }).then(onClose)}
              >
                {t('tables.loadNewest')}
              </Button>
            )}
          </>
        )}
        {isDouble && (
          <Alert color="gray" variant="light" icon={<Icon name="info-circle" />} mb="md">
            {t('places.isDouble')}
          </Alert>
        )}
        {!isDouble && (
          <>
            <div className={classes.three}>
              {LANGUAGES.map((one) => (
                <TextInput
                  key={one}
                  required
                  name={`name_${one}`}
                  label={t('tables.nameIn', { language: LANGUAGE_NAMES[one] })}
                  lang={languageTag(one)}
                  dir={direction(one)}
                  maxLength={120}
                  value={words[`name_${one}`]}
                  error={said(`name_${one}`)}
                  onChange={(event) => put(`name_${one}`, event.currentTarget.value)}
                />
              ))}
            </div>
            <Textarea
              mt="sm"
              name="aliases"
              label={t('places.spellings')}
              description={t('tables.aliasesHint')}
              autosize
              minRows={2}
              maxRows={6}
              dir="auto"
              value={aliases}
              error={said('aliases')}
              onChange={(event) => setAliases(event.currentTarget.value)}
            />
            <div className={own.point}>
              {(['pcode', 'latitude', 'longitude'] as const).map((name) => (
                <TextInput
                  key={name}
                  name={name}
                  label={t(`places.${name}`)}
                  dir="ltr"
                  inputMode={name === 'pcode' ? 'text' : 'decimal'}
                  value={words[name]}
                  error={said(name)}
                  onChange={(event) => put(name, event.currentTarget.value)}
                />
              ))}
            </div>
          </>
        )}
        <div className={classes.foot}>
          {place && place.level !== 'province' && (
            <span className={classes.grow}>
              {isOffered ? (
                <>
                  <Button
                    variant="subtle"
                    color="gray"
                    leftSection={<Icon name="archive" size={16} />}
                    loading={step.isPending}
                    onClick={() => step.mutate(() => placesApi.retire(place.id))}
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
                  onClick={() => step.mutate(() => placesApi.restore(place.id))}
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

function wordsOf(place: KeptPlace | null): PlaceWords {
  const { name_en = '', name_fa = '', name_ps = '', aliases = [], pcode, latitude, longitude } = place ?? {};
  const point = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : localDigits(value, preferences().language);
  return {
    name_en,
    name_fa,
    name_ps,
    aliases,
    pcode: pcode ?? '',
    latitude: point(latitude),
    longitude: point(longitude),
  };
}
