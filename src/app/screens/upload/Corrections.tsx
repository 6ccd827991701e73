/** What a corrected export would change: each changed cell with its old and new answer, and what needs a decision. */

import { Alert } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CorrectedRecordView, FormEntry, SheetCorrections } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { number, recordName } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import classes from './Corrections.module.css';
import { LoadedPages, rowsOfPage } from './LoadedPages.tsx';
import { ErrorList, LeftOutCells } from './Preview.tsx';

const CHOICES = ['mine', 'theirs', 'leave'] as const;

type Choice = (typeof CHOICES)[number];

interface Props {
  entry: FormEntry;
  preview: SheetCorrections;
  busy: boolean;
  error: unknown;
  /** Takes `id:version:choice` of each decided record. */
  onSave: (decided: string[]) => void;
  /** Progress, shown beside the button. */
  children?: ReactNode;
}

export function CorrectionsPreview({ entry, preview, busy, error, onSave, children }: Props) {
  const { t } = useTranslation('corrections');
  const { meta, corrections, left_out } = preview;
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const colliding = corrections.filter(({ collides }) => collides);
  const isDecided = colliding.every(({ id }) => getOwn(choices, id) !== undefined);
  const left = colliding.filter(({ id }) => getOwn(choices, id) === 'leave').length;
  const isGood = meta.errors === 0 && meta.changed > 0;
  const errors = [...preview.errors, ...corrections.flatMap((one) => one.errors)];
  const decided = () =>
    colliding.flatMap(({ id, version }) => (getOwn(choices, id) ? `${id}:${version}:${getOwn(choices, id)}` : []));
  return (
    <div data-corrections={meta.errors > 0 ? 'wrong' : meta.changed > 0 ? 'good' : 'none'}>
      <Verdict meta={meta} />
      {left_out.length > 0 && (
        <LeftOutCells
          title={t('leftOut')}
          cells={left_out.map(({ reason, cells, ...one }) => ({
            ...one,
            note: t(`reason.${reason}`, { cells: number(cells) }),
          }))}
        />
      )}
      {errors.length > 0 && <ErrorList errors={errors} total={meta.errors} />}
      {meta.collisions > 0 && meta.errors === 0 && (
        <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />} role="status" mt="sm">
          {t('collisions', { total: number(meta.collisions) })}
        </Alert>
      )}
      <Records
        entry={entry}
        records={corrections}
        choices={choices}
        busy={busy}
        onChoose={(id, choice) => setChoices({ ...choices, [id]: choice })}
      />
      {Boolean(error) && (
        <div className="am-above-3">
          <FailureNote error={error} />
        </div>
      )}
      {isGood && (
        <div className="am-gap-4 am-row-gap-2 am-above-3 am-below-3 am-cluster">
          <ActionButton
            icon="check"
            loading={busy}
            disabled={!isDecided || meta.changed === left}
            onClick={() => onSave(decided())}
          >
            {t('save', { total: number(meta.changed - left) })}
          </ActionButton>
          <p>{t('allOrNone')}</p>
        </div>
      )}
      {children && <div className="am-above-3">{children}</div>}
    </div>
  );
}

function Verdict({ meta }: Pick<SheetCorrections, 'meta'>) {
  const { t } = useTranslation('corrections');
  const { errors, cells, changed, unchanged, records } = meta;
  if (errors > 0)
    return (
      <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} role="alert">
        {t('wrong', { errors: number(errors) })}
      </Alert>
    );
  return changed === 0 ? (
    <Alert color="blue" variant="light" icon={<Icon name="info-circle" />} role="status">
      {t('none', { records: number(records) })}
    </Alert>
  ) : (
    <Alert color="teal" variant="light" icon={<Icon name="circle-check" />} role="status">
      {t('good', { cells: number(cells), changed: number(changed), unchanged: number(unchanged) })}
    </Alert>
  );
}

interface RecordsProps {
  entry: FormEntry;
  records: readonly CorrectedRecordView[];
  choices: Readonly<Record<string, Choice>>;
  busy: boolean;
  onChoose: (id: string, choice: Choice) => void;
}

/** Shows the changed records in pages, those that need a decision first. */
function Records({ entry, records, choices, busy, onChoose }: RecordsProps) {
  const { t } = useTranslation('corrections');
  const [page, setPage] = useState(1);
  const sorted = records
    .filter(({ cells }) => cells.length > 0)
    .sort((a, b) => Number(b.collides) - Number(a.collides));
  const shown = rowsOfPage(sorted, page);
  if (sorted.length === 0) return null;
  return (
    <>
      <ul className="am-above-3 am-below-3 am-stack" aria-label={t('records')}>
        {shown.map((record) => (
          <li key={record.id} className="am-box am-pad-3" data-record={record.id}>
            <h3 className="am-cluster am-row-gap-0 am-between am-wraps">
              <Link to={recordPath(entry, record.id)} target="_blank" rel="noreferrer" className="am-target">
                <RecordName of={recordName(record.name)} />
              </Link>
              {record.code && record.code !== record.name && (
                <bdi dir="ltr" className="am-meta am-light">
                  {record.code}
                </bdi>
              )}
            </h3>
            <Cells record={record} />
            {record.collides && (
              <fieldset className={`${classes.choices} am-above-2 am-line-above am-flow`} disabled={busy}>
                <legend>{t('choose', { name: isolateName(recordName(record.name)) })}</legend>
                {CHOICES.map((choice) => (
                  <label key={choice} className="am-target">
                    <input
                      type="radio"
                      name={`choice-${record.id}`}
                      value={choice}
                      checked={getOwn(choices, record.id) === choice}
                      onChange={() => onChoose(record.id, choice)}
                    />
                    {t(choice)}
                  </label>
                ))}
              </fieldset>
            )}
          </li>
        ))}
      </ul>
      <LoadedPages page={page} total={sorted.length} onPage={setPage} />
    </>
  );
}

function Cells({ record }: { record: CorrectedRecordView }) {
  const { t } = useTranslation('corrections');
  return (
    <dl className={`${classes.cells} am-facts am-rows`}>
      {record.cells.map(({ address, title, old, new: now, theirs }) => (
        <div key={address} data-cell={address}>
          <dt>
            {title}{' '}
            <bdi dir="ltr" className="am-dimmed">
              {address}
            </bdi>
          </dt>
          <dd className="am-prose">
            <del className="am-dimmed">{old || t('empty')}</del> <ins className="am-strong">{now || t('empty')}</ins>
            {theirs !== undefined && (
              <span className="am-block am-text am-wrong">{t('now', { text: theirs || t('empty') })}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
