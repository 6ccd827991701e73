/** The answers of a record on paper. Tables are tables, or a block for each row where rows have tables of their own. */
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { idsOf } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { holdsFiles, isAsked } from '../../../core/form/types/question.ts';
import type { Refs } from '../../../core/generated/api.ts';
import { defaultCalendar } from '../../../core/text/dates.ts';
import type { Around } from './OnlyIf.tsx';
import { PaperPictures } from './PaperPictures.tsx';
import classes from './Print.module.css';
import { Count, InLanguages, Said, Words } from './paper.tsx';

const MOST_COLUMNS = 6;

interface Props {
  nodes: readonly FieldNode[];
  data: RecordData;
  refs: Refs;
  around: Around;
}

export function RecordAnswers({ nodes, data, refs, around }: Props) {
  return (
    <dl className={classes.answers}>
      {nodes.filter(isAsked).map((node) => (
        <div key={node.name} data-field={node.name} data-wide={isWide(node) || undefined}>
          <dt>
            <Words of={node.def.label} />
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
  if (isEmpty(node, data)) return '—';
  if (media === 'image') return <PaperPictures ids={idsOf(data[node.name]).map(String)} refs={refs} />;
  if (holdsFiles(node)) return <Said what="attached" />;
  return (
    <InLanguages
      isLatin={direction === 'ltr'}
      write={(language) =>
        text(node, data, { language, calendar: defaultCalendar(language), constants: around.constants, refs })
      }
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
  const asked = columns.filter(isAsked);
  if (!Array.isArray(rows) || rows.length === 0) return '—';
  if (asked.length > MOST_COLUMNS || asked.some((column) => column.columns))
    return (rows as RecordData[]).map((row, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows on paper never change
      <section key={n} className={classes.block}>
        <h4>
          <Words of={node.def.label} /> <Count of={n + 1} /> <RowCode row={row} refs={refs} />
        </h4>
        <RecordAnswers
          nodes={asked.filter((one) => !FIELD_TYPES[one.type].isEmpty(one, row))}
          data={row}
          refs={refs}
          around={around}
        />
      </section>
    ));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {asked.map((column) => (
            <th key={column.name} scope="col">
              <Words of={column.def.short ?? column.def.label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(rows as RecordData[]).map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows on paper never change
          <tr key={n}>
            {asked.map((column) => (
              <td key={column.name}>
                {column === asked[0] && <RowCode row={row} refs={refs} />}{' '}
                <Answer node={column} data={row} refs={refs} around={around} />{' '}
                {column === asked[0] && <RowCode row={row} refs={refs} />}
              </td>
            ))}
          </tr>
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
      <bdi className={classes.rowCode} dir="ltr">
        {code}
      </bdi>
    </>
  ) : null;
}
