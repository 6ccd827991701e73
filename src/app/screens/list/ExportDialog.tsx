/** Asks what an export holds and how it is written, then shows its progress. Remembers the choice for the next export. */
import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { firstMapQuestions } from '../../../core/form/types/question.ts';
import { uploadPath } from '../../../core/paths/screens.ts';
import { everyNode } from '../../../core/records/restricted.ts';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { LANGUAGES, toWireLanguage } from '../../../core/text/languages.ts';
import { preferences, readLocalItem, writeLocalItem } from '../../data/preferences.ts';
import { source } from '../../data/source.ts';
import type { ExportQuery } from '../../data/types.ts';
import { number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { saveFileToDevice } from '../record/save.ts';
import { useRecordListContext } from './RecordListContext.ts';
import type { RecordListResult } from './useRecords.ts';

/** The choice as the dialog shows it. `labels` is a language, or how the others are written. */
interface Choice {
  content: 'shown' | 'all';
  format: (typeof FORMATS)[number];
  labels: string;
  calendar: NonNullable<ExportQuery['calendar']>;
  split: boolean;
  tables: boolean;
  transitions: boolean;
  names: boolean;
  header: boolean;
  codebook: boolean;
}

const KEY = 'export';
const FORMATS = ['xlsx', 'csv', 'parquet', 'ndjson', 'geojson'] as const;
const FLAGS = ['split', 'tables', 'transitions', 'names', 'header', 'codebook'] as const;
const STORED_FLAGS = ['transitions', 'codebook'] as const;
/** Formats for programs: every answer as it is stored. */
const STORED = new Set<Choice['format']>(['parquet', 'ndjson', 'geojson']);

interface Props {
  narrowed: RecordListResult['narrowed'];
  onClose: () => void;
}

export default function ExportDialog({ narrowed, onClose }: Props) {
  const { t } = useTranslation(['export', 'app']);
  const { entry, form, columns, marked, meta } = useRecordListContext();
  const ticked = Object.keys(marked);
  const { point, shape } = firstMapQuestions(form);
  const formats = FORMATS.filter((format) => format !== 'geojson' || point || shape);
  const [onlyTicked, setOnlyTicked] = useState(ticked.length > 0);
  const [choice, setChoice] = useState(() => usualChoice(formats));
  const change = (changed: Partial<Choice>) => setChoice({ ...choice, ...changed });
  const hasTables = [...everyNode(form.fields.values())].some((node) => node.columns);
  const { exporting, error, rows, stop } = useExport(entry.api, onClose);
  const start = () => {
    writeLocalItem(KEY, choice);
    exporting.mutate({
      ...queryOf(choice, hasTables),
      list: narrowed,
      ...(choice.content === 'shown' &&
        !STORED.has(choice.format) && {
          columns: columns.flatMap(({ kind, source: of }) => (kind === 'ratings' ? [] : of)).join(),
        }),
      ...(onlyTicked && { ids: ticked.join() }),
    });
  };
  const total = number(meta?.total ?? 0);
  return (
    <Dialog title={t('title', { name: text(entry.plural) })} size="lg" onClose={exporting.isPending ? stop : onClose}>
      <fieldset className="am-tiles am-fits am-start am-stack am-gap-3" disabled={exporting.isPending}>
        {ticked.length > 0 && (
          <SelectWithAny
            label={t('records')}
            value={onlyTicked ? 'ticked' : 'every'}
            options={[
              { value: 'ticked', label: t('ticked', { total: number(ticked.length) }) },
              { value: 'every', label: t(meta?.capped ? 'everyMany' : 'every', { total }) },
            ]}
            onChange={(which) => setOnlyTicked(which === 'ticked')}
          />
        )}
        <Choices choice={choice} onChange={change} hasTables={hasTables} formats={formats} />
      </fieldset>
      {entry.may.correct && choice.names && !STORED.has(choice.format) && (
        <p className="am-beside am-end am-meta am-above-3">
          {t('back')} <Link to={uploadPath(entry)}>{t('app:upload.title')}</Link>
        </p>
      )}
      {exporting.isPending && (
        <p className="am-stack am-above-4" role="status">
          {t('written', { done: number(rows) })}
          <progress aria-label={t('written', { done: '' })} />
        </p>
      )}
      {Boolean(error) && <FailureNote error={error} />}
      {ticked.length === 0 && (
        <p className="am-beside am-end am-meta am-above-3">{t(meta?.capped ? 'everyMany' : 'every', { total })}</p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={exporting.isPending ? stop : onClose}>
          {exporting.isPending ? t('cancel') : t('app:cancel')}
        </Button>
        <Button loading={exporting.isPending} onClick={start} data-action="export">
          {t('app:list.export')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface ChoicesProps {
  choice: Choice;
  onChange: (changed: Partial<Choice>) => void;
  hasTables: boolean;
  formats: readonly Choice['format'][];
}

function Choices({ choice, onChange, hasTables, formats }: ChoicesProps) {
  const { t } = useTranslation(['export', 'app']);
  const named = (...keys: readonly string[]) => keys.map((value) => ({ value, label: t(value) }));
  const { format } = choice;
  const isStored = STORED.has(format);
  const flags = isStored ? STORED_FLAGS.filter((flag) => flag !== 'codebook' || format === 'parquet') : FLAGS;
  const languages = LANGUAGES.map((language) => ({ value: language as string, label: LANGUAGE_NAMES[language] }));
  const others = [
    { value: 'all', label: t('inEach') },
    { value: 'codes', label: t('codes') },
  ];
  return (
    <>
      <SelectWithAny
        label={t('file')}
        value={format}
        options={named(...formats)}
        {...(isStored && { description: t(`${format}Help`) })}
        inputWrapperOrder={['label', 'input', 'description']}
        onChange={(next) => onChange({ format: next as Choice['format'] })}
      />
      {!isStored && (
        <SelectWithAny
          label={t('content')}
          value={choice.content}
          options={named('shown', 'all')}
          onChange={(content) => onChange({ content: content as Choice['content'], names: content === 'all' })}
        />
      )}
      {(!isStored || format === 'parquet') && (
        <SelectWithAny
          label={t('labels')}
          value={choice.labels}
          options={[...languages, ...others]}
          onChange={(labels) => onChange({ labels })}
        />
      )}
      {!isStored && (
        <SelectWithAny
          label={t('dates')}
          value={choice.calendar}
          options={named('both', 'solar', 'gregorian')}
          onChange={(calendar) => onChange({ calendar: calendar as Choice['calendar'] })}
        />
      )}
      {flags
        .filter((flag) => flag !== 'tables' || hasTables)
        .map((flag) => (
          <Checkbox
            key={flag}
            label={t(flag)}
            description={t(isStored && flag === 'codebook' ? 'inFile' : `${flag}Help`)}
            checked={choice[flag]}
            onChange={(event) => onChange({ [flag]: event.currentTarget.checked })}
          />
        ))}
    </>
  );
}

/** The choice of the last export, in a format that this form has. */
function usualChoice(formats: readonly Choice['format'][]): Choice {
  const usual = readLocalItem<Choice>(KEY, {
    content: 'shown',
    format: 'xlsx',
    labels: preferences().language,
    calendar: 'both',
    split: false,
    tables: false,
    transitions: false,
    names: false,
    header: false,
    codebook: false,
  });
  return formats.includes(usual.format) ? usual : { ...usual, format: 'xlsx' };
}

function queryOf(
  { content, format, labels, calendar, ...flags }: Choice,
  hasTables: boolean,
): Omit<ExportQuery, 'list'> {
  const language = LANGUAGES.find((one) => one === labels);
  const localSuffix = toWireLanguage(language ?? preferences().language);
  const written = {
    labels: language ? ('one' as const) : (labels as 'all' | 'codes'),
    localSuffix,
    ...(flags.transitions && { transitions: 1 as const }),
  };
  if (STORED.has(format)) return { format, ...written, ...(format === 'parquet' && flags.codebook && { codebook: 1 }) };
  const tables = flags.tables && hasTables;
  return {
    // Several sheets as CSV are several files.
    format: format === 'csv' && (tables || flags.transitions || flags.codebook) ? 'zip' : format,
    ...written,
    ...(content === 'all' && { all: 1 }),
    names: flags.names ? 1 : 0,
    calendar,
    ...(flags.split && { split: 1 }),
    ...(tables && { tables: 1 }),
    ...(flags.header && { header: 'names' }),
    ...(flags.codebook && { codebook: 1 }),
  };
}

/** Runs the export. Leaving the dialog cancels it. */
function useExport(api: Parameters<typeof source.exportList>[0], onDone: () => void) {
  const { t } = useTranslation('export');
  const [rows, setRows] = useState(0);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const exporting = useMutation({
    mutationFn: (query: ExportQuery) => {
      abort.current = new AbortController();
      setRows(0);
      return source.exportList(api, query, { onRows: setRows, signal: abort.current.signal });
    },
    onSuccess(file, { format }) {
      saveFileToDevice(file, `export.${format}`);
      toast('success', t('done'));
      onDone();
    },
  });
  const error = abort.current?.signal.aborted ? null : exporting.error;
  return { exporting, error, rows, stop: () => abort.current?.abort() };
}
