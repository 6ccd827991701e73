/** Lists what a person is tagged on in all logframes, by due date. Default: the user's own tasks. */

import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { RecordData } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { useRecordsById, useSession } from '../../data/queries.ts';
import { date, digits, number, text } from '../../data/words.ts';
import { ChoicePicker } from '../../screens/list/filters/ChoicePicker.tsx';
import type { ListColumn } from '../../screens/record/columns.ts';
import { ToneBadge } from '../../screens/record/StatusBadge.tsx';
import { recordTitle } from '../../screens/record/title.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import { todayInKabul } from '../../widgets/environment.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import '../../widgets/widgets.css';
import { LOGFRAME_FORM, useLogframes } from './data.ts';
import classes from './Logframe.module.css';
import { IndicatorProgress, LateBadge } from './ProgressStatus.tsx';
import { responsibleIds } from './people.ts';
import { milestonesOf } from './progress.ts';
import { allNodes, ancestorsOf, buildLogframeTree, type LogframeNode, nodeKey } from './tree.ts';

export default function AssignedTasksScreen() {
  const { t } = useTranslation('mande');
  const [params, setParams] = useSearchParams();
  const session = useSession().data;
  const form = useCompiledForm(LOGFRAME_FORM).data;
  const person = params.get('person') ?? session?.user.person_id ?? null;
  const isOwn = person === (session?.user.person_id ?? null);
  const { entry, query } = useLogframes(person === null ? null : [{ field: 'tagged', op: 'eq', value: person }]);
  const node = form?.fields.get('tagged');
  const named = useRecordsById(node?.def.person?.forms ?? [], person === null ? [] : [person]).data;
  const name = named?.find(({ id }) => id === person)?.name;
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!session || !form || !entry || (person !== null && !query.data)) return <Loading />;
  const title = isOwn ? t('taggedScreen.title') : t('taggedScreen.of', { name: isolateName(name ?? '…') });
  return (
    <Screen name="logframe-tagging" title={title} crumbs={[{ label: t('taggedScreen.title') }]}>
      {node && (
        <OnlineWidgets>
          <div className="am-measure am-after">
            <ChoicePicker
              form={form}
              column={{ ...COLUMN, node }}
              label={t('taggedScreen.whose')}
              value={person === null ? [] : [person]}
              onChange={([one]) => setParams(one === undefined ? {} : { person: one })}
            />
          </div>
        </OnlineWidgets>
      )}
      {person === null ? (
        <p>{t('taggedScreen.noPerson')}</p>
      ) : (
        <Tasks records={query.data?.data ?? []} entry={entry} person={person} />
      )}
    </Screen>
  );
}

/** The people of the form, as lists filter by them. */
const COLUMN: ListColumn = { source: 'tagged', key: 'tagged', kind: 'field', label: '', sortable: false, phone: false };

interface Task {
  record: RecordView;
  node: LogframeNode;
  above: LogframeNode[];
  /** Next due date. Tasks without one are sorted last. */
  due: string | undefined;
  done: boolean;
}

function tasksOf(records: RecordView[], person: string, day: string): Task[] {
  const tasks = records.flatMap((record) => {
    const tree = buildLogframeTree(record.data);
    return allNodes(tree).flatMap((node): Task[] =>
      responsibleIds(node.row).includes(person)
        ? [{ record, node, above: ancestorsOf(tree, node), due: dueOf(node, day), done: isDone(node.row, node) }]
        : [],
    );
  });
  return tasks.sort((a, b) => Number(a.done) - Number(b.done) || (a.due ?? '9').localeCompare(b.due ?? '9'));
}

/** Returns the oldest milestone without a value, or the due date of an action. */
function dueOf({ table, row }: LogframeNode, day: string): string | undefined {
  if (table === 'actions') return typeof row.due_date === 'string' ? row.due_date : undefined;
  const open = milestonesOf(row).filter((one) => one.reached === undefined);
  return (open.find((one) => one.date <= day) ?? open[0])?.date;
}

function isDone(row: RecordData, { table }: LogframeNode): boolean {
  return table === 'actions' ? row.state === 'done' || row.state === 'stopped' : false;
}

function Tasks({ records, entry, person }: { records: RecordView[]; entry: FormEntry; person: string }) {
  const { t } = useTranslation('mande');
  const form = useCompiledForm(LOGFRAME_FORM).data;
  const day = todayInKabul();
  const tasks = tasksOf(records, person, day);
  const states = form?.fields.get('actions')?.columns?.find(({ name }) => name === 'state')?.def.options;
  if (tasks.length === 0)
    return (
      <div className="am-nothing am-stack am-centred" data-empty>
        <Icon name="checks" size={36} />
        <p>{t('taggedScreen.none')}</p>
      </div>
    );
  return (
    <>
      <p role="status">{t('taggedScreen.count', { number: number(tasks.length) })}</p>
      <ul className={`${classes.branch} am-full am-stack`}>
        {tasks.map(({ record, node, above, due, done }) => (
          <li
            key={`${record.id} ${nodeKey(node)}`}
            className={`${classes.node} am-box`}
            data-table={node.table}
            data-task
          >
            <div className="am-stack am-gap-1 am-own-width am-pad-3">
              <span className="am-meta">
                {t(`level.${node.table}`)} <bdi dir="ltr">{digits(node.number)}</bdi>
              </span>
              <Link
                to={`${recordPath(entry, record.id)}#lf-${nodeKey(node)}`}
                className={`${classes.name} am-wraps`}
                dir="auto"
              >
                {String(node.row.title ?? t('untitled'))}
              </Link>
              <p className="am-hint am-gap-2 am-row-gap-0 am-cluster">
                <RecordName of={recordTitle(record)} />
                {above.slice(1).map((one) => (
                  <span key={nodeKey(one)}>
                    <Icon name="chevron-right" size={12} /> <bdi>{String(one.row.title ?? '')}</bdi>
                  </span>
                ))}
              </p>
              {node.table === 'indicators' ? (
                <IndicatorProgress row={node.row} today={day} />
              ) : (
                <p className="am-hint am-gap-2 am-row-gap-0 am-cluster">
                  {typeof node.row.state === 'string' && (
                    <ToneBadge tone={done ? 'green' : 'gray'}>
                      {text(states?.find(({ value }) => value === node.row.state)?.label)}
                    </ToneBadge>
                  )}
                </p>
              )}
              {due && (
                <p className="am-hint am-gap-2 am-row-gap-0 am-cluster">
                  {t(node.table === 'indicators' ? 'taggedScreen.report' : 'until', { day: date(due) })}
                  {due < day && !done && <LateBadge />}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
