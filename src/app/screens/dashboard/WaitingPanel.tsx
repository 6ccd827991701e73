/**
 * Records that wait for this person: their own to correct, which open at what was asked, or those to check, with how long they
 * wait.
 */

import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry, HomeView, WaitingRecord, WaitingRecords } from '../../../core/generated/api.ts';
import { filteredListPath, filteredReviewPath } from '../../../core/paths/listState.ts';
import { editPath, fillPath, recordPath } from '../../../core/paths/screens.ts';
import { daysBetween, kabulDay } from '../../../core/text/dates.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { useForms } from '../../data/queries.ts';
import { date, number, recordName, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import { RatingBars } from '../record/RatingBars.tsx';
import { CommentSummary } from './CommentSummary.tsx';
import classes from './Dashboard.module.css';
import { HomePanel, HomePanelLink } from './Panel.tsx';

/** Number of forms listed before the user asks for more. */
const CHIPS = 4;
/** Number of records shown before the person asks for more. */
const ROWS = { to_correct: 3, to_verify: 5, to_nobody: 0 } as const;
/** Days after which waiting is shown as long. */
const LONG = 14;

const ICONS = { to_correct: 'arrow-back-up', to_verify: 'clipboard-check', to_nobody: 'alert-triangle' } as const;

export function WaitingPanel({ home, which }: { home: HomeView; which: WaitingRecords['key'] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const forms = useForms().data ?? [];
  const waiting = home.waiting.find(({ key }) => key === which);
  if (!waiting || waiting.total === 0) return null;
  return (
    <HomePanel icon={ICONS[which]} title={t(`dashboard.${which}`)} count={waiting.total}>
      {which === 'to_verify' && <ReviewLink waiting={waiting} forms={forms} />}
      {which === 'to_nobody' && <p className="am-pad-4 am-dimmed">{t('dashboard.toNobodyText')}</p>}
      <ul className="am-lined">
        {waiting.data.slice(0, all ? undefined : ROWS[which]).map((row) => (
          <li key={row.id}>
            <HomePanelLink
              to={pathOfHomeRow(row, forms, which === 'to_correct' ? 'edit' : 'show')}
              side={
                <>
                  <Since row={row} which={which} />
                  <RatingBars ratings={row.ratings} />
                </>
              }
            >
              <b>
                <RecordName of={recordName(row.name || row.code)} />
              </b>
              <small>
                {text(forms.find((one) => one.form === row.form)?.title)}{' '}
                {row.code && row.code !== row.name && <bdi dir="ltr">{row.code}</bdi>}
              </small>
              {which === 'to_correct' && row.asked && <CommentSummary {...row.asked} />}
            </HomePanelLink>
          </li>
        ))}
      </ul>
      <WaitingForms waiting={waiting} forms={forms} rows={ROWS[which]} all={all} onAll={() => setAll(true)} />
    </HomePanel>
  );
}

function Since({ row, which }: { row: WaitingRecord; which: WaitingRecords['key'] }) {
  const { t } = useTranslation();
  if (which === 'to_correct') return <small>{date(kabulDay(new Date(row.at)), 'short')}</small>;
  const { days, isLong } = waitingDays(t, row.at);
  return <small className={isLong ? 'am-wrong' : undefined}>{days}</small>;
}

/** Says in days how long something waits since an instant. */
export function waitingDays(t: TFunction, since: string): { days: string; isLong: boolean } {
  const days = daysBetween(kabulDay(new Date(since)), deviceClock.today()) ?? 0;
  return {
    days: days <= 0 ? t('dashboard.waitsToday') : t('dashboard.waitsDays', { count: days, shown: number(days) }),
    isLong: days > LONG,
  };
}

/** Leads to the review of the form of which most records wait. */
function ReviewLink({ waiting, forms }: { waiting: WaitingRecords; forms: FormEntry[] }) {
  const { t } = useTranslation();
  const [most] = [...waiting.forms].sort((a, b) => b.total - a.total);
  const entry = forms.find(({ form }) => form === most?.form);
  if (!entry || !most) return null;
  return (
    <div className="am-pad-y-3 am-pad-x-4">
      <Button
        component={Link}
        to={filteredReviewPath(entry, most.filters)}
        className="am-wrapping"
        leftSection={<Icon name="clipboard-check" />}
        data-review
      >
        {t('review.start', { name: text(entry.plural), shown: number(most.total) })}
      </Button>
    </div>
  );
}

interface FormsProps {
  waiting: WaitingRecords;
  forms: FormEntry[];
  /** Number of records that are shown before the person asks for more. */
  rows: number;
  all: boolean;
  onAll: () => void;
}

/** Links all waiting records, form by form. Each link leads to the form's list with the filters that counted them. */
function WaitingForms({ waiting, forms, rows, all, onAll }: FormsProps) {
  const { t } = useTranslation();
  const waits = waiting.forms.flatMap(({ form, total, filters }) => {
    const entry = forms.find((one) => one.form === form);
    return entry ? [{ entry, total, filters }] : [];
  });
  waits.sort((a, b) => b.total - a.total);
  const hasMore = waiting.total > rows || waits.length > CHIPS;
  return (
    <ul className={`${classes.chips} am-flow am-pad-y-2 am-pad-x-4 am-line-above`}>
      {waits.slice(0, all ? undefined : CHIPS).map(({ entry, total, filters }) => (
        <li key={`${entry.form} ${JSON.stringify(filters)}`}>
          <Link
            to={filteredListPath(entry, filters)}
            className="am-chip am-hovers"
            aria-label={`${isolateName(text(entry.plural))}: ${number(total)}`}
          >
            {text(entry.plural)} <b>{number(total)}</b>
          </Link>
        </li>
      ))}
      {hasMore && !all && (
        <li>
          <button type="button" className="am-chip am-hovers" onClick={onAll}>
            {t('dashboard.showMore')}
          </button>
        </li>
      )}
    </ul>
  );
}

/** Returns the path of a record, or of its form. The form's definition decides it if it is known, else the server's row. */
export function pathOfHomeRow(
  row: { form: string; id: string; path: string },
  forms: readonly FormEntry[],
  screen: 'show' | 'edit' = 'show',
): string {
  const entry = forms.find((one) => one.form === row.form);
  if (!entry) return row.path;
  return screen === 'edit' ? fillPath(editPath(entry.paths), { id: row.id }) : recordPath(entry, row.id);
}
