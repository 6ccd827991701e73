/** A question to be answered by hand: boxes for options, lines for words, rows for tables. */
import { useQuery } from '@tanstack/react-query';
import { Fragment, useContext } from 'react';
import { groupRuns } from '../../../core/definitions/sections.ts';
import type { FieldNode } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { closedOptionsOf, holdsFiles, isAnswerable, propertyKindOf } from '../../../core/form/types/question.ts';
import { LANGUAGES, type Text } from '../../../core/text/languages.ts';
import { source } from '../../data/source.ts';
import { RowAnswers } from '../../widgets/WithAnswers.tsx';
import classes from './Print.module.css';
import { type ConditionContext, PrintedCondition } from './PrintedCondition.tsx';
import { PaperLanguages, PaperText, PrintedNumber, PrintedText } from './paper.tsx';

/** Rows to fill in of a table, and of one whose rows need a block each. */
const EMPTY_ROWS = 5;
const EMPTY_BLOCKS = 3;
const EMPTY_INNER_ROWS = 3;
const MOST_COLUMNS = 5;
/** A longer list of choices is not printed. People write the choice on a line. */
const MOST_CHOICES = 30;
const MOST_NUMBERS = 11;

/** Returns the numbers from 1 to `count`. */
function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n + 1);
}

interface Props {
  node: FieldNode;
  around: ConditionContext;
}

/** Two questions side by side; with three languages each has the whole width. */
export function BlankQuestions({ nodes, around }: { nodes: readonly FieldNode[]; around: ConditionContext }) {
  const isWide = useContext(PaperLanguages).length > 1;
  return (
    <div className={`am-stack ${isWide ? '' : 'am-halves'} am-gap-4 am-row-gap-2`}>
      {nodes.map((node) => (
        <BlankQuestion key={node.name} node={node} around={around} />
      ))}
    </div>
  );
}

function BlankQuestion({ node, around }: Props) {
  const { def } = node;
  if (def.derived || FIELD_TYPES[node.type].isHidden) return null;
  return (
    <div className={classes.question} data-field={node.name} data-wide={node.columns || def.rows ? true : undefined}>
      <p className={classes.label}>
        <PrintedText of={def.label} apart />
        {node.required && <span> *</span>}
      </p>
      {def.help && (
        <p className={classes.help}>
          <PrintedText of={def.help} apart />
        </p>
      )}
      <PrintedCondition when={def.visibleWhen} around={around} />
      {isAnswerable(node) && <Blank node={node} around={around} />}
    </div>
  );
}

/** The room for the answer. */
function Blank({ node, around }: Props) {
  const { def, columns } = node;
  if (columns) return <BlankTable node={node} around={around} columns={columns} />;
  if (def.rows) return <BlankRows node={node} around={around} rows={def.rows} />;
  const options = closedOptionsOf(node, around.constants);
  if (options) return <Boxes labels={options.map(({ label }) => label)} />;
  if (def.choices) return <Choices list={def.choices} />;
  if (holdsFiles(node))
    return (
      <p className={classes.help}>
        ☐ <PaperText what="attached" />
      </p>
    );
  const numbers = numbersOf(node);
  if (numbers.length > 0)
    return (
      <p className={`${classes.numbers} am-beside am-gap-1`}>
        {numbers.map((one) => (
          <span key={one}>{one}</span>
        ))}
      </p>
    );
  if (propertyKindOf(node) === 'day')
    return (
      <p className="am-pad-y-2">
        <bdi dir="ltr">____ / ____ / ______</bdi>
      </p>
    );
  const lines = FIELD_TYPES[node.type].isWide ? 3 : node.properties.length;
  return (
    <>
      {upTo(lines).map((n) => (
        <p key={n} className={classes.line}>
          {n === 1 && def.unit && <PrintedText of={def.unit} />}
        </p>
      ))}
    </>
  );
}

/** Returns the whole numbers of a short scale. */
function numbersOf({ schema, def }: FieldNode): number[] {
  const { minimum, maximum } = schema;
  if (!def.ends || typeof minimum !== 'number' || typeof maximum !== 'number') return [];
  const count = maximum - minimum + 1;
  return count <= MOST_NUMBERS ? Array.from({ length: count }, (_, n) => minimum + n) : [];
}

function Boxes({ labels }: { labels: readonly Text[] }) {
  return (
    <ul className="am-gap-4 am-row-gap-0 am-flow">
      {labels.map((label) => (
        <li key={Object.values(label)[0]}>
          ☐ <PrintedText of={label} />
        </li>
      ))}
    </ul>
  );
}

function Choices({ list }: { list: string }) {
  const items = useQuery({ queryKey: ['choices', list], queryFn: () => source.masterTable(list), staleTime: 60_000 });
  const labels = (items.data ?? []).map(
    (item) =>
      Object.fromEntries(LANGUAGES.map((one) => [one, item[`name_${one}`] ?? item.name ?? ''])) as unknown as Text,
  );
  return labels.length > 0 && labels.length <= MOST_CHOICES ? (
    <Boxes labels={labels} />
  ) : (
    <p className={classes.line} />
  );
}

function BlankRows({ node, around, rows }: Props & { rows: NonNullable<FieldNode['def']['rows']> }) {
  const options = closedOptionsOf(node, around.constants, node.properties[0]);
  return (
    <table className={`${classes.table} am-grid`}>
      <tbody>
        {rows.map(({ name, label }) => (
          <tr key={name}>
            <th scope="row">
              <PrintedText of={label} />
            </th>
            <td>{options && <Boxes labels={options.map((one) => one.label)} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A narrow table has a line for each row. Rows with many questions or tables of their own have a block each. */
function BlankTable(props: Props & { columns: readonly FieldNode[] }) {
  return (
    <RowAnswers table={props.node}>
      <BlankRowsOf {...props} />
    </RowAnswers>
  );
}

function BlankRowsOf({ node, around, columns }: Props & { columns: readonly FieldNode[] }) {
  const asked = columns.filter((column) => isAnswerable(column) && !column.def.derived);
  const within = { ...around, columns: [...columns, ...(around.columns ?? [])] };
  if (asked.length > MOST_COLUMNS || asked.some((column) => column.columns))
    return upTo(EMPTY_BLOCKS).map((n) => (
      <fieldset key={n} className={classes.block}>
        <legend>
          <PrintedText of={node.def.label} /> <PrintedNumber of={n} />
        </legend>
        {groupRuns(asked).map(({ group, fields }) => (
          <Fragment key={fields[0]?.name}>
            {group && (
              <h4>
                <PrintedText of={group.title} />
              </h4>
            )}
            <BlankQuestions nodes={fields} around={within} />
          </Fragment>
        ))}
      </fieldset>
    ));
  return (
    <table className={`${classes.table} am-grid`}>
      <thead>
        <tr>
          <th scope="col">#</th>
          {asked.map((column) => (
            <th key={column.name} scope="col">
              <PrintedText of={column.def.label} />
              <PrintedCondition when={column.def.visibleWhen} around={within} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {upTo(around.columns ? EMPTY_INNER_ROWS : EMPTY_ROWS).map((n) => (
          <tr key={n}>
            <th scope="row">
              <PrintedNumber of={n} />
            </th>
            {asked.map((column) => {
              const options = closedOptionsOf(column, around.constants);
              return <td key={column.name}>{options && <Boxes labels={options.map(({ label }) => label)} />}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
