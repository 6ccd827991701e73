/** The ratings of a visit in one table: what was answered now, the last time, and at the visits before, all on one screen. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { ratingBarPoints, ratingBars } from '../../../core/form/ratingBars.ts';
import { storedValue } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isRatingQuestion } from '../../../core/form/types/question.ts';
import type { FormEntry, RecordView, Refs } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { queryKeys } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { number, text } from '../../data/words.ts';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { RatingBars } from '../record/RatingBars.tsx';
import classes from './RatingTable.module.css';

/** A form with fewer ratings shows each in its own section. */
const FEWEST = 6;
/** Visits whose answers stand beside each other, this one among them. */
const VISITS = 6;

/** Returns the questions of the table, in the order of the form. None if the form has few. */
export function ratingTableFields(form: CompiledForm): FieldNode[] {
  const rated = form.sections.flatMap(({ fields }) => fields.filter(isRatingQuestion));
  return rated.length < FEWEST ? [] : rated;
}

interface Props {
  entry: FormEntry;
  form: CompiledForm;
  record: RecordView;
  refs: Refs;
  nodes: readonly FieldNode[];
}

export function RatingTable({ entry, form, record, refs, nodes }: Props) {
  const { t } = useTranslation();
  const earlier = useEarlier({ entry, form, record, nodes });
  const last = earlier[0];
  return (
    <table className={`am-surface am-bleeds ${classes.table} am-after am-clipped`} data-rating-table>
      <thead>
        <tr>
          <th scope="col">
            <span className="am-visually-hidden">{t('columns.record.ratings')}</span>
            <RatingBars ratings={ratingBars(form, record.data)} />
          </th>
          <th scope="col">{t('record:ratingTable.now')}</th>
          {last && <th scope="col">{t('record:ratingTable.last')}</th>}
          {last && (
            <th scope="col" className={classes.visits}>
              {t('record:ratingTable.visits', { count: earlier.length + 1, shown: number(earlier.length + 1) })}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <tr key={node.name} data-field={node.name}>
            <th scope="row" title={text(node.def.label)}>
              {text(node.def.short ?? node.def.label)}
            </th>
            <td>
              <Answer {...{ node, refs }} data={record.data} />
            </td>
            {last && (
              <td className={`${classes.last} am-as-words am-dimmed`}>
                <Last {...{ node, refs, last }} now={record.data} />
              </td>
            )}
            {last && (
              <td className={classes.visits}>
                <RatingBars
                  ratings={[
                    [...earlier]
                      .reverse()
                      .concat(record.data)
                      .map((data) => ratingBarPoints(node, data)),
                  ]}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type AnswerProps = { node: FieldNode; data: RecordData; refs: Refs };

function Answer({ node, data, refs }: AnswerProps) {
  const { t } = useTranslation();
  if (FIELD_TYPES[node.type].isEmpty(node, data)) return <span className="am-dimmed">{t('detail.notRated')}</span>;
  return <FieldDisplay {...{ node, data, refs }} />;
}

/** What was answered the last time, where it was something else. */
function Last({ node, now, last, refs }: { node: FieldNode; now: RecordData; last: RecordData; refs: Refs }) {
  const { t } = useTranslation();
  const [before, after] = [last, now].map((data) => storedValue(node, data) ?? null);
  if (before === after) return <span>{t('record:ratingTable.same')}</span>;
  return <Answer {...{ node, refs }} data={last} />;
}

/** Returns the answers of the visits to the same place before this one, the last first. */
function useEarlier({ entry, form, record, nodes }: Omit<Props, 'refs'>): readonly RecordData[] {
  const { date, parent } = form.definition;
  const day = date === undefined ? undefined : getOwn(record.data, date);
  const query = {
    columns: nodes.flatMap(({ properties }) => properties).join(),
    filters: [
      { field: parent?.field ?? '', op: 'eq' as const, value: record.parent?.id ?? '' },
      { field: date ?? '', op: 'lte' as const, value: String(day) },
    ],
    sort: `-${date}`,
    per_page: VISITS,
  };
  const found = useQuery({
    queryKey: queryKeys.record(entry.api.base, record.id, 'earlier'),
    queryFn: () => source.list(entry.api, query),
    enabled: parent !== undefined && record.parent !== null && typeof day === 'string' && !record.deleted_at,
  });
  return (found.data?.data ?? [])
    .filter(({ id }) => id !== record.id)
    .slice(0, VISITS - 1)
    .map(({ data }) => data);
}
