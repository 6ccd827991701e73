/** Renders one list column of a record as text, for cards and tables. Codes are isolated from right-to-left text. */

import type { ReactNode } from 'react';
import type { CompiledForm, Constants, FieldNode } from '../../../core/definitions/types.ts';
import { answerLevelsAt, insertAnswersInOptions, optionsNameAnswers } from '../../../core/form/answersInWords.ts';
import { bandOf } from '../../../core/form/bands.ts';
import { type Refs, referenceName, type TextContext } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { propertyText } from '../../../core/form/types/property.ts';
import { isMonthQuestion } from '../../../core/form/types/question.ts';
import type { RatingBars as RatingBarsOf, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { preferences } from '../../data/preferences.ts';
import { codeOf, comma, date, instant, nameOf, number, recordName } from '../../data/words.ts';
import type { ListColumn } from './columns.ts';
import { RatingBars } from './RatingBars.tsx';
import { StatusBadge, ToneBadge } from './StatusBadge.tsx';

export interface RenderCellContext {
  form: CompiledForm;
  constants: Constants;
  refs: Refs;
  /** Number of the page's first row, counted over all pages. */
  firstRow: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function renderCell(
  column: ListColumn,
  record: RecordView,
  index: number,
  context: RenderCellContext,
): ReactNode {
  switch (column.kind) {
    case 'index':
      return number(context.firstRow + index);
    case 'status':
      return <StatusBadge isPlain state={record.current_state} />;
    case 'ratings':
      return <RatingBars ratings={getOwn(record.columns, column.source) as RatingBarsOf | undefined} />;
    case 'code':
      return codeCell(codeOf(record));
    case 'device':
      return codeCell(getOwn(record.columns, column.source));
    case 'field':
      return fieldCell(column, record, context);
    default: {
      const words = plain(column, record, context);
      return words && <bdi>{words}</bdi>;
    }
  }
}

function codeCell(code: unknown): ReactNode {
  if (typeof code !== 'string' || code === '') return '';
  return (
    <bdi dir="ltr" className="am-code">
      {code}
    </bdi>
  );
}

function fieldCell(column: ListColumn, record: RecordView, context: RenderCellContext): ReactNode {
  const { node } = column;
  if (!node) return '';
  const words = FIELD_TYPES[node.type].text(worded(node, record, context), record.data, reading(context));
  if (!words) return '';
  const value = getOwn(record.data, node.properties[0] ?? node.name);
  const band = typeof value === 'number' ? bandOf(node.def, value) : undefined;
  if (band) return <ToneBadge tone={band.variant}>{words}</ToneBadge>;
  return <bdi dir={FIELD_TYPES[node.type].direction}>{words}</bdi>;
}

function plain(column: ListColumn, record: RecordView, context: RenderCellContext): string {
  const { source } = column;
  switch (column.kind) {
    case 'name':
      return recordName(record.name ?? record.code);
    case 'place':
      return nameOf(record[source as 'province' | 'district' | 'village']);
    case 'organization':
      return nameOf(record.organization);
    case 'instant':
      return instant(
        (getOwn(record.columns, source) as string | null) ?? record[source as 'created_at' | 'updated_at'],
      );
    case 'person':
      return record.created_by?.name ?? '';
    case 'date': {
      const field = context.form.definition.date;
      const day = field ? getOwn(record.data, field) : undefined;
      const node = field ? context.form.byProperty.get(field) : undefined;
      const style = node && isMonthQuestion(node) ? 'month' : 'short';
      return typeof day === 'string' ? date(day, style) : instant(record.created_at);
    }
    case 'parent':
      return source === 'parent.name'
        ? recordName(record.parent?.name ?? String(record.columns?.['parent.name'] ?? ''))
        : loose(getOwn(record.columns, source), context);
    default:
      return column.node
        ? propertyText(worded(column.node, record, context), source, record.data, reading(context))
        : loose(getOwn(record.columns, source) ?? getOwn(record.data, source), context);
  }
}

const reading = ({ constants, refs }: RenderCellContext): TextContext => ({ ...preferences(), constants, refs });

/** Returns the question with the record's answers in the labels of its options. */
function worded(node: FieldNode, { data }: RecordView, context: RenderCellContext): FieldNode {
  return optionsNameAnswers(node)
    ? insertAnswersInOptions(node, answerLevelsAt(context.form, data), reading(context))
    : node;
}

/** Formats a value whose field type is not known: names of ids, dates, numbers and text. */
function loose(value: unknown, context: RenderCellContext): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => loose(one, context)).join(comma());
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string' && context.refs[value]) {
    return referenceName(value, reading(context));
  }
  if (typeof value === 'string' && DAY.test(value)) return date(value, 'short');
  return String(value);
}
