/** Shows what waits for the user (to correct, to verify, drafts on this device), recent activity, and links to start. */
import { Alert, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Common, DashboardRecord, DashboardView, FormEntry } from '../../../core/generated/api.ts';
import { createPath, recordPath, reviewPath } from '../../data/paths.ts';
import { useCommon, useDashboard, useForms, useSession } from '../../data/queries.ts';
import { instant, isolate, number, recordName, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { StatusBadge } from '../record/StatusBadge.tsx';
import classes from './Dashboard.module.css';
import { LocalDrafts } from './LocalDrafts.tsx';
import { Panel, PanelLink, PanelRows } from './Panel.tsx';
import { Programmes } from './Programmes.tsx';
import { waitingPath } from './waiting.ts';

/** Number of forms listed before the user asks for more. */
const CHIPS = 6;

const WAITING_ICONS = { to_correct: 'arrow-back-up', to_verify: 'clipboard-check' } as const;

export default function DashboardScreen() {
  const { t } = useTranslation();
  const session = useSession();
  const forms = useForms();
  const common = useCommon();
  const dashboard = useDashboard();
  const name = session.data?.user.name;
  return (
    <Screen name="dashboard" title={name ? t('dashboard.hello', { name: isolate(name) }) : t('dashboard.title')}>
      {dashboard.error && (
        <>
          <FailureNote error={dashboard.error} />
          <Button mb="md" onClick={() => void dashboard.refetch()}>
            {t('retry')}
          </Button>
        </>
      )}
      {dashboard.data?.held.map(({ form, version, next, title }) => (
        <Alert key={`${form}@${version}`} color="saffron" variant="light" mb="md" role="status">
          {t('dashboard.held', { title: isolate(text(title)), version: number(version), next: number(next) })}
        </Alert>
      ))}
      <Quick forms={forms.data ?? []} common={common.data} />
      <div className={classes.columns}>
        <div className={classes.column}>
          {dashboard.isPending && <Skeleton height={180} radius="lg" />}
          {(dashboard.data?.waiting ?? []).map((waiting) => (
            <Panel
              key={waiting.key}
              icon={WAITING_ICONS[waiting.key] ?? 'inbox'}
              title={t(`dashboard.${waiting.key}`)}
              count={waiting.total}
            >
              {waiting.data.length === 0 ? (
                <p className={classes.none}>{t(`dashboard.none_${waiting.key}`)}</p>
              ) : (
                <>
                  {waiting.key === 'to_verify' && <ReviewLink waiting={waiting} forms={forms.data ?? []} />}
                  <WaitingForms waiting={waiting} forms={forms.data ?? []} mine={session.data?.user.id} />
                  <RecordRows rows={waiting.data} forms={forms.data ?? []} />
                </>
              )}
            </Panel>
          ))}
          <LocalDrafts />
        </div>
        <div className={classes.column}>
          <Panel icon="activity" title={t('dashboard.activity')}>
            {dashboard.isPending ? (
              <Skeleton height={160} width="auto" m="md" />
            ) : (
              <Activity rows={dashboard.data?.activity ?? []} forms={forms.data ?? []} common={common.data} />
            )}
          </Panel>
        </div>
      </div>
      <Programmes waiting={dashboard.data?.waiting ?? []} />
    </Screen>
  );
}

/** Leads to the review of the form of which most records wait. */
function ReviewLink({ waiting, forms }: { waiting: DashboardView['waiting'][number]; forms: FormEntry[] }) {
  const { t } = useTranslation();
  const [most] = [...(waiting.forms ?? [])].sort((a, b) => b.total - a.total);
  const entry = forms.find(({ form }) => form === most?.form);
  if (!entry || !most) return null;
  return (
    <Button
      component={Link}
      to={reviewPath(entry.paths)}
      m="sm"
      leftSection={<Icon name="clipboard-check" />}
      data-review
    >
      {t('review.start', { name: text(entry.plural), shown: number(most.total) })}
    </Button>
  );
}

/** Links all waiting records, form by form. Each link leads to the form's list, filtered to what waits. */
function WaitingForms({
  waiting,
  forms,
  mine,
}: {
  waiting: DashboardView['waiting'][number];
  forms: FormEntry[];
  mine: string | undefined;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const waits = (waiting.forms ?? []).flatMap(({ form, total, states }) => {
    const entry = forms.find((one) => one.form === form);
    return entry ? [{ entry, total, states }] : [];
  });
  waits.sort((a, b) => b.total - a.total);
  const more = waits.length - CHIPS;
  return (
    <ul className={classes.chips}>
      {waits.slice(0, all ? undefined : CHIPS).map(({ entry, total, states }) => (
        <li key={entry.form}>
          <Link to={waitingPath(entry, states, waiting.key === 'to_correct' ? mine : undefined)}>
            {text(entry.plural)} <b>{number(total)}</b>
          </Link>
        </li>
      ))}
      {more > 0 && !all && (
        <li>
          <button type="button" onClick={() => setAll(true)}>
            {t('dashboard.more', { shown: number(more) })}
          </button>
        </li>
      )}
    </ul>
  );
}

function Quick({ forms, common }: { forms: FormEntry[]; common: Common | undefined }) {
  const { t } = useTranslation();
  const entries = (common?.navigation.quick ?? []).flatMap(({ form }) => {
    const entry = forms.find((one) => one.form === form);
    const to = entry?.may.create ? createPath(entry) : null;
    // A form that needs a parent links to the parent's list, where the user chooses one.
    const list =
      entry?.may.create && !to && entry.parent ? forms.find((p) => p.form === entry.parent?.forms[0]) : undefined;
    const target = to ?? list?.paths.list;
    return entry && target ? [{ entry, to: target }] : [];
  });
  if (!entries.length) return null;
  return (
    <nav aria-label={t('dashboard.quick')} className={classes.quick}>
      {entries.map(({ entry, to }) => (
        <Link key={entry.form} to={to}>
          <Icon name={entry.icon ?? 'plus'} size={22} />
          <span>{text(entry.new) || text(entry.title)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Returns the path of a record. The form's definition decides it if the form is known, else the server's row. */
function pathOf(row: { form: string; id: string; path: string }, forms: FormEntry[]): string {
  const entry = forms.find((one) => one.form === row.form);
  return entry ? recordPath(entry, row.id) : row.path;
}

function RecordRows({ rows, forms }: { rows: DashboardRecord[]; forms: FormEntry[] }) {
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={row.id}>
          <PanelLink
            to={pathOf(row, forms)}
            side={
              <>
                {row.state && <StatusBadge state={row.state} />}
                <small>{instant(row.at)}</small>
              </>
            }
          >
            <b>
              <bdi>{recordName(row.name || row.code)}</bdi>
            </b>
            <small>
              {text(forms.find((one) => one.form === row.form)?.title)} {row.code && <bdi dir="ltr">{row.code}</bdi>}
            </small>
          </PanelLink>
        </li>
      ))}
    </ul>
  );
}

function Activity({
  rows,
  forms,
  common,
}: {
  rows: DashboardView['activity'];
  forms: FormEntry[];
  common: Common | undefined;
}) {
  const { t, i18n } = useTranslation();
  const actionText = (form: string, action: string): string => {
    const workflow = common?.workflows[forms.find((one) => one.form === form)?.workflow ?? ''];
    const step = workflow?.transitions.find((one) => one.action === action);
    if (step) return text(step.label);
    return i18n.exists(`history.action.${action}`) ? t(`history.action.${action}`) : action;
  };
  return (
    <PanelRows none={t('dashboard.noActivity')}>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events of one record may be in the same second
        <li key={`${row.id} ${row.at} ${i}`}>
          <PanelLink
            to={(row.count > 1 && forms.find(({ form }) => form === row.form)?.paths.list) || pathOf(row, forms)}
            side={<small>{instant(row.at)}</small>}
          >
            <b>
              {row.count > 1 ? (
                `${text(row.title)}: ${number(row.count)}`
              ) : (
                <bdi>{recordName(row.name || row.code)}</bdi>
              )}
            </b>
            <small>
              {actionText(row.form, row.action)} · <bdi>{row.by.name}</bdi>
            </small>
          </PanelLink>
        </li>
      ))}
    </PanelRows>
  );
}
