/** The answers of a record on paper. Tables are tables, or a block for each row where rows have tables of their own. */
import { Fragment } from 'react';
import { groupByHeading, groupRuns, isHeading } from '../../../core/definitions/sections.ts';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { insertAnswersInOptions, optionsNameAnswers } from '../../../core/form/answersInWords.ts';
import { toIdList } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { holdsFiles, isAnswerable } from '../../../core/form/types/question.ts';
import type { Refs } from '../../../core/generated/api.ts';
import { defaultCalendar } from '../../../core/text/dates.ts';
import { useReadAnswers } from '../../widgets/readAnswers.ts';
import { RowAnswers } from '../../widgets/WithAnswers.tsx';
import { PaperPictures } from './PaperPictures.tsx';
import classes from './Print.module.css';
import type { ConditionContext } from './PrintedCondition.tsx';
import { PaperText, PrintedNumber, PrintedText, TextInLanguages } from './paper.tsx';

const MOST_COLUMNS = 6;

interface Props {
  nodes: readonly FieldNode[];
  data: RecordData;
  refs: Refs;
  around: ConditionContext;
}

/** Questions below the notes that are their headings. */
export function RecordAnswers({ nodes, ...answers }: Props) {
  return groupByHeading(nodes.filter((node) => isAnswerable(node) || isHeading(node))).map(({ heading, fields }) => (
    <Fragment key={fields[0].name}>
      {heading && (
        <h4>
          <PrintedText of={heading.def.label} />
        </h4>
      )}
      <Answers nodes={fields} {...answers} />
    </Fragment>
  ));
}

function Answers({ nodes, data, refs, around }: Props) {
  return (
    <dl className={`${classes.answers} am-stack am-halves am-gap-4 am-row-gap-2`}>
      {nodes.map((node) => (
        <div key={node.name} data-field={node.name} data-wide={isWide(node) || undefined}>
          <dt>
            <PrintedText of={node.def.label} />
          </dt>
          <dd>
            {node.columns ? (
              <Rows node={node} columns={node.columns} {...{ data, refs, around }} />
            ) : (
              <Answer {...{ node, data, refs, around }} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Tables and pictures use the whole width of the paper. */
function isWide({ columns, type }: FieldNode): boolean {
  return columns !== undefined || FIELD_TYPES[type].media === 'image';
}

function Answer({ node, data, refs, around }: Omit<Props, 'nodes'> & { node: FieldNode }) {
  const { isEmpty, text, media, direction } = FIELD_TYPES[node.type];
  const levels = useReadAnswers()?.levels;
  if (isEmpty(node, data)) return '—';
  if (media === 'image') return <PaperPictures ids={toIdList(data[node.name]).map(String)} refs={refs} />;
  if (holdsFiles(node)) return <PaperText what="attached" />;
  return (
    <TextInLanguages
      dir={direction === 'ltr' ? 'ltr' : 'auto'}
      write={(language, tag) => {
        const context = { language, tag, calendar: defaultCalendar(language), constants: around.constants, refs };
        return text(
          levels && optionsNameAnswers(node) ? insertAnswersInOptions(node, levels, context) : node,
          data,
          context,
        );
      }}
    />
  );
}

function Rows({
  node,
  columns,
  data,
  refs,
  around,
}: Omit<Props, 'nodes'> & { node: FieldNode; columns: readonly FieldNode[] }) {
  const rows = data[node.name];
  const asked = columns.filter(isAnswerable);
  if (!Array.isArray(rows) || rows.length === 0) return '—';
  if (asked.length > MOST_COLUMNS || asked.some((column) => column.columns))
    return (rows as RecordData[]).map((row, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows on paper never change
      <RowAnswers key={n} table={node} row={row}>
        <section className={classes.block}>
          <h4>
            <PrintedText of={node.def.label} /> <PrintedNumber of={n + 1} /> <RowCode row={row} refs={refs} />
          </h4>
          {groupRuns(
            columns.filter((one) => isHeading(one) || (isAnswerable(one) && !FIELD_TYPES[one.type].isEmpty(one, row))),
          ).map(({ group, fields }) => (
            <Fragment key={fields[0]?.name}>
              {group && fields.some(isAnswerable) && (
                <h5>
                  <PrintedText of={group.title} />
                </h5>
              )}
              <RecordAnswers nodes={fields} data={row} refs={refs} around={around} />
            </Fragment>
          ))}
        </section>
      </RowAnswers>
    ));
  return (
    <table className={`${classes.table} am-grid`}>
      <RowAnswers table={node}>
        <thead>
          {asked.some(({ group }) => group) && (
            <tr>
              {groupRuns(asked).map(({ group, fields }) =>
                group ? (
                  <th key={group.group} scope="colgroup" colSpan={fields.length}>
                    <PrintedText of={group.title} />
                  </th>
                ) : (
                  <td key={fields[0]?.name} colSpan={fields.length} />
                ),
              )}
            </tr>
          )}
          <tr>
            {asked.map((column) => (
              <th key={column.name} scope="col">
                <PrintedText of={column.def.short ?? column.def.label} />
              </th>
            ))}
          </tr>
        </thead>
      </RowAnswers>
      <tbody>
        {(rows as RecordData[]).map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows on paper never change
          <RowAnswers key={n} table={node} row={row}>
            <tr>
              {asked.map((column) => (
                <td key={column.name}>
                  {column === asked[0] && <RowCode row={row} refs={refs} />}{' '}
                  <Answer node={column} data={row} refs={refs} around={around} />{' '}
                  {column === asked[0] && <RowCode row={row} refs={refs} />}
                </td>
              ))}
            </tr>
          </RowAnswers>
        ))}
      </tbody>
    </table>
  );
}

/** The code by which a problem is called in every visit of its site, where the row is one. */
function RowCode({ row, refs }: { row: RecordData; refs: Refs }) {
  const code = refs[String(row.id)]?.code;
  return code ? (
    <>
      {'· '}
      <bdi className="am-strong" dir="ltr">
        {code}
      </bdi>
    </>
  ) : null;
}
