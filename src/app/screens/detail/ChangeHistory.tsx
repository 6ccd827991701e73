/** Lists who changed what and when, newest first, with each value before and after the change as readable text. */

import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import type { ChangeView, Common, FormEntry, RecordView, Refs } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useCompiledVersions } from '../../data/definitions.ts';
import { preferences } from '../../data/preferences.ts';
import { useHistory } from '../../data/queries.ts';
import { instant, number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { ReviewComments } from '../record/ReviewComments.tsx';
import { StatusBadge } from '../record/StatusBadge.tsx';
import classes from './Detail.module.css';

interface Props {
  entry: FormEntry;
  record: RecordView;
  form: CompiledForm;
  common: Common;
}

export function ChangeHistory({ entry, record, form, common }: Props) {
  const { t, i18n } = useTranslation();
  const history = useHistory(entry.api, record.id);
  const others = new Set(history.data?.data.map((change) => change.form_version));
  others.delete(form.version);
  const versions = [form, ...useCompiledVersions(entry.form, [...others])];
  if (history.error) return <FailureNote error={history.error} />;
  if (!history.data) return <Skeleton height={160} />;
  const workflow = getOwn(common.workflows, form.definition.workflow);
  const actionText = ({ action, by }: ChangeView): string => {
    // Retention rules erase as the system. A person erases answers when somebody requested it.
    if (action === 'erase') return t(by.id === '' ? 'history.action.erase' : 'history.erasedByPerson');
    const step = workflow?.transitions.find((one) => one.action === action);
    if (step) return text(step.label);
    return i18n.exists(`history.action.${action}`) ? t(`history.action.${action}`) : action;
  };
  const state = (id: string | null) => workflow?.states.find((one) => one.id === id);
  const newest = [...history.data.data].sort((a, b) => b.seq - a.seq);
  return (
    <ol className="am-stack am-gap-3">
      {newest.map((change) => {
        const from = state(change.from_state);
        const to = state(change.to_state);
        const moved = to && change.from_state !== change.to_state;
        return (
          <li key={change.seq} className="am-box am-pad-3 am-shrinks">
            <div className="am-cluster am-gap-3 am-row-gap-1">
              <b>{actionText(change)}</b>
              <span className="am-meta">
                <DotSeparated
                  parts={[
                    <bdi key="by">{change.by.id === '' ? t('history.system') : change.by.name}</bdi>,
                    instant(change.at),
                  ]}
                />
              </span>
              {moved && (
                <span className="am-joined">
                  {from && <StatusBadge state={{ ...from, name: '' }} />}
                  {from && <Icon name="chevron-right" size={14} label={t('history.to')} />}
                  <StatusBadge state={{ ...to, name: '' }} />
                </span>
              )}
            </div>
            {change.acknowledged?.map((warning) => (
              <p key={warning} className="am-hint">
                {t(`history.acknowledged.${warning}`)}
              </p>
            ))}
            {change.clock_offset !== undefined && (
              <p className="am-hint">{t('history.clock', { time: instant(deviceTime(change)) })}</p>
            )}
            {change.wrong_clock_at && (
              <p className="am-hint">{t('history.clockSince', { time: instant(change.wrong_clock_at) })}</p>
            )}
            {change.taken_in_by && (
              <p className="am-hint">{t('history.takenIn', { name: isolateName(change.taken_in_by.name ?? '') })}</p>
            )}
            <ReviewComments change={change} form={form} />
            {change.not_taken?.map(({ field, value }) => {
              const node = questionOf(field, change, versions);
              return (
                <p key={field} className="am-hint" data-not-taken={field}>
                  {t('history.notTaken', { question: fieldText(node, field) })}{' '}
                  {valueText(node, field, value, common, history.data.refs)}
                </p>
              );
            })}
            <Changes change={change} versions={versions} common={common} refs={history.data.refs} />
          </li>
        );
      })}
    </ol>
  );
}

/** Returns what the clock of the device showed when the change was received. */
function deviceTime({ at, clock_offset = 0 }: ChangeView): string {
  return new Date(Date.parse(at) + clock_offset * 1000).toISOString();
}

/** Finds the question of an answer: as the form version of the change names it, or a version before. */
function questionOf(property: string, { form_version }: ChangeView, versions: readonly CompiledForm[]) {
  const before = versions.filter(({ version }) => version <= form_version).sort((a, b) => b.version - a.version);
  return before.flatMap(({ byProperty }) => byProperty.get(property) ?? [])[0];
}

function Changes({
  change,
  versions,
  common,
  refs,
}: {
  change: ChangeView;
  versions: readonly CompiledForm[];
  common: Common;
  refs: Refs;
}) {
  const { t } = useTranslation();
  const rows = change.changes;
  if (!rows.length) return null;
  const table = (
    <div className="am-scroll">
      <table className={`${classes.changes} am-above-2 am-grid am-wraps`}>
        <thead>
          <tr>
            <th scope="col">{t('history.field')}</th>
            <th scope="col">{t('history.before')}</th>
            <th scope="col">{t('history.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const node = questionOf(row.field, change, versions);
            return (
              <tr key={row.field}>
                <th scope="row">{fieldText(node, row.field)}</th>
                {row.erased ? (
                  <td colSpan={2} className="am-dimmed" data-erased>
                    {t('history.erased')}
                  </td>
                ) : (
                  <>
                    <td>{valueText(node, row.field, row.before, common, refs) || '—'}</td>
                    <td>{valueText(node, row.field, row.after, common, refs) || '—'}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
  // A new record lists every answer as a change, so a long table is collapsed. The answers are on the other tabs.
  if (rows.length <= 6) return table;
  return (
    <details>
      <summary className="am-opener am-action">{t('history.fields', { shown: number(rows.length) })}</summary>
      {table}
    </details>
  );
}

function fieldText(node: FieldNode | undefined, property: string): string {
  if (!node) return property;
  const row = node.def.rows?.find((one) => one.name === property);
  const label = text(node.def.short ?? node.def.label);
  return row ? `${label}: ${text(row.label)}` : label;
}

function valueText(node: FieldNode | undefined, property: string, value: unknown, common: Common, refs: Refs) {
  if (value === null || value === undefined || value === '') return '';
  if (!node) return <bdi>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</bdi>;
  const words = FIELD_TYPES[node.type].text(
    node,
    { [property]: value },
    { ...preferences(), constants: common.constants, refs },
  );
  return <bdi>{words}</bdi>;
}
