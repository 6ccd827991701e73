/** `/admin/drafts/:draft/words`: all texts of a draft, missing ones first, to change them here or in a workbook. */

import { Alert, Badge, Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { DraftWordsResponse, TakenWordsResponse, WordsText } from '../../../../core/generated/api.ts';
import { dotSeparated } from '../../../../core/records/name.ts';
import { languageName } from '../../../../core/text/languageNames.ts';
import { isolateName } from '../../../../core/text/languages.ts';
import { foldText } from '../../../../core/text/letters.ts';
import { isApiError } from '../../../data/errors.ts';
import { useSession } from '../../../data/queries.ts';
import { comma, number } from '../../../data/words.ts';
import ForbiddenScreen from '../../../screens/error/ForbiddenScreen.tsx';
import { downloadWithProgress } from '../../../screens/record/save.ts';
import { Failed } from '../../../shell/Failed.tsx';
import { FailureNote, useFailureText } from '../../../shell/FailureNote.tsx';
import { Screen } from '../../../shell/Screen.tsx';
import { SearchField } from '../../../shell/SearchBox.tsx';
import { SelectWithAny } from '../../../shell/SelectWithAny.tsx';
import { toast } from '../../../shell/toasts/toast.tsx';
import { useRootAttribute } from '../../../theme/useRootAttribute.ts';
import { AskLeavingEditor } from '../../common-parts/AskLeaving.tsx';
import { definitionDraftName, draftKeys, draftsApi } from '../drafts.ts';
import { cellEditOf, remainingEdits, type TranslationEdits } from './edits.ts';
import { TranslationCard } from './WordsCard.tsx';
import { TranslationsUpload } from './WordsUpload.tsx';
import '../../../screens/form/form.css';

export default function TranslationsScreen() {
  const { draft: id = '' } = useParams();
  const { t, i18n } = useTranslation('admin');
  const session = useSession();
  const isAllowed = session.data?.may.definitions;
  const words = useQuery({
    // Places and states come in the language of the reader.
    queryKey: draftKeys.words({ id }, i18n.language),
    queryFn: () => draftsApi.words({ id }),
    enabled: isAllowed === true,
    staleTime: 0,
    // What is being written stays on the screen when the reader changes the language.
    placeholderData: (before) => (before?.data.id === id ? before : undefined),
  });
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? (words.data ? null : words.error);
  const crumbs = [{ label: t('versions.title'), to: '/admin/forms' }, { label: t('words.title') }];
  if (error)
    return (
      <Failed error={error} crumbs={crumbs} onRetry={() => void Promise.all([session.refetch(), words.refetch()])} />
    );
  const { data } = words;
  return (
    <Screen
      name="draft-words"
      {...(data?.data.form && { form: data.data.form })}
      title={data ? `${t('words.title')}: ${definitionDraftName(data.data, t)}` : t('words.title')}
      badge={
        typeof data?.data.form_version === 'number' && (
          <Badge variant="light">{t('versions.version', { version: number(data.data.form_version) })}</Badge>
        )
      }
      crumbs={crumbs}
    >
      {data ? <Texts key={id} words={data} /> : <Skeleton height={320} radius="lg" />}
    </Screen>
  );
}

const SHOWN = ['all', 'missing', 'stale'] as const;
type Shown = (typeof SHOWN)[number];

const hasState = ({ states }: WordsText, state: string) => Object.values(states).some((one) => one.state === state);

/** Cards that stand on the screen at first, and that each step adds. */
const PAGE = 50;

function Texts({ words }: { words: DraftWordsResponse }) {
  const { t } = useTranslation('admin');
  const [edits, setEdits] = useState<TranslationEdits>(new Map());
  const [shown, setShown] = useState<Shown>('all');
  const [searched, setSearched] = useState('');
  const [most, setMost] = useState(PAGE);
  const [target, setTarget] = useState('');
  const saving = useSaving(words, edits, setEdits);
  const change = useCallback((make: (edits: TranslationEdits) => TranslationEdits) => setEdits(make), []);
  const languages = useMemo(
    () => (target ? [words.languages[0] as string, target] : words.languages),
    [words.languages, target],
  );
  const wanted = foldText(searched);
  const isWanted = (text: WordsText) =>
    (shown === 'all' || hasState(text, shown)) &&
    foldText([text.key, text.place, ...Object.values(text.words)].join(' ')).includes(wanted);
  // What is being written stays, also when it is missing no more because somebody else has written it.
  const isEdited = (text: WordsText) => words.languages.some((language) => cellEditOf(edits, text, language));
  const found = words.texts.filter((text) => isWanted(text) || isEdited(text));
  const count = (one: Shown) => words.texts.filter((text) => one === 'all' || hasState(text, one)).length;
  return (
    <>
      <p className="am-help">{t('words.lead')}</p>
      <Workbook words={words} onTaken={saving.onTaken} />
      <Group gap="sm" align="end" mt="md" mb="sm">
        <SegmentedControl
          aria-label={t('words.show')}
          value={shown}
          onChange={(one) => setShown(one as Shown)}
          data={SHOWN.map((value) => ({ value, label: t(`words.shown.${value}`, { number: number(count(value)) }) }))}
        />
        {words.languages.length > 2 && (
          <SelectWithAny
            label={t('words.languages')}
            any={t('words.allLanguages')}
            options={words.languages.slice(1).map((value) => ({ value, label: languageName(value) }))}
            value={target}
            onChange={setTarget}
          />
        )}
      </Group>
      <div className="am-after">
        <SearchField words={searched} onType={setSearched} label={t('words.search')} />
      </div>
      <AsBefore taken={saving.taken} />
      {found.length === 0 && (
        <p className="am-help" role="status">
          {t(words.texts.length === 0 ? 'words.empty' : 'words.none')}
        </p>
      )}
      {found.slice(0, most).map((text) => (
        <TranslationCard
          key={text.pointer}
          {...{ text, languages, words, edits, change }}
          refusals={saving.refusals.get(text.pointer)}
        />
      ))}
      {found.length > most && (
        <Button variant="default" mb="md" onClick={() => setMost(most + PAGE)} data-action="more">
          {t('words.more', { number: number(found.length - most) })}
        </Button>
      )}
      {edits.size > 0 && <Bar count={edits.size} saving={saving} onDiscard={() => setEdits(new Map())} />}
      <AskLeavingEditor isEdited={edits.size > 0} question={t('words.askLeave')} />
    </>
  );
}

type Saving = ReturnType<typeof useSaving>;

/** Saves the edits; what somebody else has saved since is read first, and the edits stay beside it. */
function useSaving(
  words: DraftWordsResponse,
  edits: TranslationEdits,
  setEdits: (change: (edits: TranslationEdits) => TranslationEdits) => void,
) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [taken, setTaken] = useState<TakenWordsResponse>();
  const again = () => client.invalidateQueries({ queryKey: draftKeys.all });
  const onTaken = (answer: TakenWordsResponse) => {
    setTaken(answer);
    setEdits((before) => remainingEdits(before, answer.taken));
    if (answer.taken.length > 0) toast('success', t('words.saved', { number: number(answer.taken.length) }));
    return again();
  };
  const save = useMutation({
    mutationFn: () => draftsApi.saveWords(words.data, [...edits.values()]),
    onSuccess: onTaken,
    onError: (error) => isApiError(error) && error.status === 417 && again(),
  });
  const refusals = useMemo(() => {
    const found = new Map<string, Map<string, string>>();
    for (const { pointer, language, message = '' } of taken?.refused ?? [])
      found.set(pointer, new Map(found.get(pointer)).set(language, message));
    return found;
  }, [taken]);
  return { save, taken, onTaken, refusals };
}

function Workbook({ words, onTaken }: { words: DraftWordsResponse; onTaken: Saving['onTaken'] }) {
  const { t } = useTranslation('admin');
  const failureText = useFailureText();
  const fallback = `${words.data.form ?? 'words'}.xlsx`;
  return (
    <Group gap="xs" mt="xs">
      <Button
        variant="default"
        size="sm"
        onClick={() => void downloadWithProgress(() => draftsApi.workbook(words.data), fallback, failureText)}
        data-action="download"
      >
        {t('words.download')}
      </Button>
      <TranslationsUpload draft={words.data} onTaken={(answer) => void onTaken(answer)} />
    </Group>
  );
}

/** Texts that were reworded with the last save while other languages stayed as they were. */
function AsBefore({ taken }: { taken: TakenWordsResponse | undefined }) {
  const { t } = useTranslation('admin');
  if (!taken || taken.as_before.length === 0) return null;
  return (
    <Alert color="saffron" variant="light" mb="md" title={t('words.reworded')} data-as-before>
      <ul className="am-wraps am-above-1 am-after am-rows">
        {taken.as_before.map(({ pointer, key, place, languages }) => (
          <li key={pointer}>
            {dotSeparated([key, place])}: {languages.map((one) => isolateName(languageName(one))).join(comma())}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Bar({ count, saving: { save }, onDiscard }: { count: number; saving: Saving; onDiscard: () => void }) {
  const { t } = useTranslation('admin');
  useRootAttribute('saveBar');
  return (
    <div className="am-save-bar am-end-bar">
      {isApiError(save.error) && save.error.status === 417 ? (
        <p className="am-warning" role="alert">
          {t('words.savedSince')}
        </p>
      ) : (
        save.error && <FailureNote error={save.error} />
      )}
      <div className="am-save-buttons am-gap-3 am-row-gap-2 am-cluster">
        <Button loading={save.isPending} onClick={() => save.mutate()} data-action="save">
          {t('words.save', { number: number(count) })}
        </Button>
        <Button variant="default" onClick={onDiscard} data-action="discard">
          {t('commonParts.discard')}
        </Button>
      </div>
    </div>
  );
}
