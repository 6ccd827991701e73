/**
 * Problems. Of a site: its whole log with a date and a status filter and a spreadsheet; of a sheet: those written on it.
 */
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { keys } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { Common, FormEntry, ProblemFilters, ProblemView, ShownRecord } from '../../data/types.ts';
import { date, nameOf, number, text } from '../../data/words.ts';
import { FailureNote, useFailureText } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { DayInput } from '../list/filters/DayInput.tsx';
import { downloadWithProgress } from '../record/save.ts';
import { recordTitle } from '../record/title.ts';
import classes from './Detail.module.css';

interface Props {
  entry: FormEntry;
  answer: ShownRecord;
  form: CompiledForm;
  common: Common;
}

export function Problems({ entry, answer, form, common }: Props) {
  const own = form.definition.problems?.field;
  const node = own ? form.fields.get(own) : undefined;
  if (node) return <FieldDisplay node={node} data={answer.record.data} refs={typesByOwnId(form, answer.refs)} />;
  return <ProblemLog entry={entry} answer={answer} common={common} />;
}

/** Outside of the open form a problem names its type by id alone; items of choice lists come as `<list>:<id>`. */
function typesByOwnId(form: CompiledForm, refs: ShownRecord['refs']): ShownRecord['refs'] {
  const list = `${form.definition.problems?.types}:`;
  const types = Object.entries(refs).filter(([id]) => id.startsWith(list));
  return { ...refs, ...Object.fromEntries(types.map(([id, ref]) => [id.slice(list.length), ref])) };
}

function ProblemLog({ entry, answer, common }: Omit<Props, 'form'>) {
  const { t } = useTranslation();
  const source = useSource();
  const failure = useFailureText();
  const { record } = answer;
  const [filters, setFilters] = useState<ProblemFilters>({});
  const list = useQuery({
    queryKey: keys.record(entry.api.base, record.id, 'problems', filters),
    queryFn: () => source.problems(entry.api, record.id, filters),
    placeholderData: keepPreviousData,
  });
  const statuses = common.constants.problemStatuses;
  const change = (patch: ProblemFilters) => setFilters((all) => ({ ...all, ...patch }));
  return (
    <>
      <div className={classes.tools}>
        <DayInput
          label={t('filter.from')}
          value={filters.from_date ?? ''}
          onChange={(from_date) => change({ from_date })}
        />
        <DayInput label={t('filter.to')} value={filters.to_date ?? ''} onChange={(to_date) => change({ to_date })} />
        <NativeSelect
          label={t('problems.status')}
          value={filters.problem_status_id ?? ''}
          onChange={(event) => change({ problem_status_id: event.currentTarget.value })}
        >
          <option value="">{t('filter.any')}</option>
          {statuses.map((status) => (
            <option key={status.id} value={status.id}>
              {text(status.label)}
            </option>
          ))}
        </NativeSelect>
        <Button
          variant="outline"
          leftSection={<Icon name="download" />}
          onClick={() =>
            void downloadWithProgress(
              (onProgress) => source.problemsFile(entry.api, record.id, filters, onProgress),
              `${recordTitle(record)} Problems Log Sheet.xlsx`,
              failure,
            )
          }
        >
          {t('problems.download')}
        </Button>
      </div>
      {list.error ? (
        <FailureNote error={list.error} />
      ) : !list.data ? (
        <Skeleton height={140} />
      ) : list.data.length === 0 ? (
        <p className={classes.none}>{t('problems.none')}</p>
      ) : (
        <ol className={classes.problems}>
          {list.data.map((problem) => (
            <Problem key={problem.id} problem={problem} />
          ))}
        </ol>
      )}
    </>
  );
}

function Problem({ problem }: { problem: ProblemView }) {
  const { t } = useTranslation();
  const status = problem.problem_status;
  const people = (list: ProblemView['identified_by']) => (list ?? []).map(nameOf).filter(Boolean).join(t('comma'));
  const facts: [string, string][] = [
    [t('problems.category'), problem.category_title ? text(problem.category_title) : ''],
    [t('problems.identified'), date(problem.date_identified)],
    [t('problems.identifiedBy'), people(problem.identified_by)],
    [t('problems.advocatedBy'), people(problem.advocated_by)],
    [t('problems.troubleShooter'), problem.trouble_shooter ? nameOf(problem.trouble_shooter) : ''],
    [t('problems.solved'), date(problem.date_solved)],
    [t('problems.solvedBy'), people(problem.solved_by)],
    [t('problems.steps'), problem.resolution_steps ?? ''],
  ];
  return (
    <li className={classes.problem}>
      <div className={classes.changeHead}>
        <b>
          {problem.number !== undefined && `${number(problem.number)}. `}
          {nameOf(problem)}
        </b>
        {status && (
          <span className={classes.problemState} data-open={status.open !== false}>
            <Icon name={status.open === false ? 'circle-check' : 'clock'} size={15} />
            {status.label ? text(status.label) : status.name}
          </span>
        )}
      </div>
      {problem.problem_details && (
        <p className={classes.details}>
          <bdi>{problem.problem_details}</bdi>
        </p>
      )}
      <dl className={classes.small}>
        {facts.map(([label, words]) =>
          words ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{words}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </li>
  );
}
