/** Takes in a workbook of words: what it would change stands there before it does. */
import { Alert, Button, FileButton, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionDraftEntry, TakenWordsResponse, WordsCell } from '../../../../core/generated/api.ts';
import { languageName } from '../../../../core/text/languageNames.ts';
import { languageTag, textDirection } from '../../../../core/text/languages.ts';
import { number } from '../../../data/words.ts';
import { FailureNote } from '../../../shell/FailureNote.tsx';
import { Icon } from '../../../theme/Icon.tsx';
import { DotSeparated } from '../../../theme/RecordName.tsx';
import { Dialog, DialogButtons } from '../../../widgets/controls/Dialog.tsx';
import { draftKeys, draftsApi } from '../drafts.ts';
import classes from './Words.module.css';

interface Props {
  draft: DefinitionDraftEntry;
  onTaken: (taken: TakenWordsResponse) => void;
}

export function TranslationsUpload({ draft, onTaken }: Props) {
  const { t } = useTranslation('admin');
  const [file, setFile] = useState<File>();
  return (
    <>
      <FileButton
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(chosen) => chosen && setFile(chosen)}
      >
        {(props) => (
          <Button {...props} variant="default" size="sm" data-action="take-in">
            {t('words.takeIn')}
          </Button>
        )}
      </FileButton>
      {file && <UploadDialog {...{ draft, file, onTaken }} onClose={() => setFile(undefined)} />}
    </>
  );
}

function UploadDialog({ draft, file, onTaken, onClose }: Props & { file: File; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { data: preview, ...look } = useQuery({
    queryKey: draftKeys.workbook(draft, file),
    queryFn: () => draftsApi.takeWorkbook(draft, file, true),
    staleTime: 0,
    gcTime: 0,
  });
  const take = useMutation({
    mutationFn: () => draftsApi.takeWorkbook(draft, file, false),
    onSuccess: (taken) => {
      onClose();
      onTaken(taken);
    },
  });
  const error = take.error ?? look.error;
  return (
    <Dialog title={t('words.takeIn')} size="lg" onClose={onClose}>
      {look.isPending && <Skeleton height={96} mb="md" />}
      {preview && <Preview {...preview} />}
      {error && <FailureNote error={error} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('tables.cancel')}
        </Button>
        <Button
          disabled={!preview || preview.taken.length === 0}
          loading={take.isPending}
          onClick={() => take.mutate()}
          data-action="do-take-in"
        >
          {t('words.doTakeIn')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Preview({ taken, refused, unread }: TakenWordsResponse) {
  const { t } = useTranslation('admin');
  const count = (cells: readonly unknown[]) => ({ count: cells.length, number: number(cells.length) });
  return (
    <div data-preview>
      {unread.map((sentence) => (
        <Alert key={sentence} color="saffron" variant="light" icon={<Icon name="alert-triangle" />} mb="sm">
          {sentence}
        </Alert>
      ))}
      {taken.length + refused.length === 0 && <p>{t('words.nothing')}</p>}
      {refused.length > 0 && (
        <section data-refused>
          <h3>{t('words.refused', count(refused))}</h3>
          <Cells cells={refused} />
        </section>
      )}
      {taken.length > 0 && (
        <section data-taken>
          <h3>{t('words.taken', count(taken))}</h3>
          <Cells cells={taken} />
        </section>
      )}
    </div>
  );
}

/** Nobody reads more before taking them in. */
const MOST_SHOWN = 100;

function Cells({ cells }: { cells: readonly WordsCell[] }) {
  const { t } = useTranslation('admin');
  const more = cells.length - MOST_SHOWN;
  return (
    <ul className="am-wraps am-above-1 am-after am-rows">
      {cells.slice(0, MOST_SHOWN).map((cell) => (
        <li key={`${cell.language} ${cell.pointer} ${cell.words}`}>
          <span className="am-hint">
            <DotSeparated
              parts={[cell.key, cell.place, languageName(cell.language)].map(
                (part) => part && <bdi key={part}>{part}</bdi>,
              )}
            />
          </span>
          <Change {...cell} />
          {cell.message && <p className={`${classes.advice} am-above-2 am-text`}>{cell.message}</p>}
        </li>
      ))}
      {more > 0 && <li className="am-hint">{t('words.andMore', { count: more, number: number(more) })}</li>}
    </ul>
  );
}

function Change({ was, words, now, language }: WordsCell) {
  const props = { lang: languageTag(language), dir: textDirection(language) };
  const before = now ?? was;
  return (
    <span {...props} className="am-block">
      {before !== words && before && <del>{before}</del>} <ins>{words || '–'}</ins>
    </span>
  );
}
