/** Checks names of what draws: icons, and the widget of a question with its options. Each field type says what it knows. */

import { ICONS } from '../definitions/icons.ts';
import type { Field, FormDefinition } from '../definitions/types.ts';
import { FRAME_OPTIONS, type UiOptions } from '../form/types/fieldType.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { escapePointer, getOwn, isObject } from '../json.ts';
import { didYouMean, type Issue, type ReportIssue } from './issues/issue.ts';

export function checkLooks({ fields }: FormDefinition, report: ReportIssue): void {
  checkFields(fields, '/fields', report);
}

function checkFields(fields: Record<string, Field>, base: string, report: ReportIssue): void {
  for (const [name, field] of Object.entries(fields)) {
    const at = `${base}/${escapePointer(name)}`;
    const { type, 'ui:widget': widget, 'ui:options': given = {} } = field;
    const { looks = [], uiOptions } = FIELD_TYPES[type];
    if (widget !== undefined && !looks.includes(widget))
      report(`${at}/ui:widget`, 'widget_unknown', { name: widget, type, ...didYouMean(widget, looks) });
    const known = { ...FRAME_OPTIONS, ...uiOptions };
    for (const [key, value] of Object.entries(given)) {
      const pointer = `${at}/ui:options/${escapePointer(key)}`;
      const wanted = getOwn(known, key);
      if (!wanted) report(pointer, 'ui_option_unknown', { name: key, type, ...didYouMean(key, Object.keys(known)) });
      else checkOption(value, wanted, pointer, report);
    }
    const { heading } = given as { heading?: string };
    if (field.columns && heading !== undefined && !Object.hasOwn(field.columns, heading))
      report(`${at}/ui:options/heading`, 'heading_unknown', {
        name: heading,
        ...didYouMean(heading, Object.keys(field.columns)),
      });
    if (field.columns) checkFields(field.columns, `${at}/columns`, report);
  }
}

function checkOption(value: unknown, wanted: UiOptions[string], pointer: string, report: ReportIssue): void {
  const type = typeof wanted === 'string' ? wanted : 'number';
  if (typeof value !== type) report(pointer, 'wrong_type', { type });
  else if (typeof wanted === 'object' && Number(value) < wanted.least)
    report(pointer, 'ui_option_least', { least: wanted.least });
}

/** Keys whose own keys are names that the author chose; no icon is below them. */
const NAMED_BY_AUTHOR = new Set(['api', 'fields']);

/** Returns the icons of a file that do not exist. */
export function iconIssues(file: string, json: unknown, pointer = ''): Issue[] {
  if (Array.isArray(json)) return json.flatMap((one, index) => iconIssues(file, one, `${pointer}/${index}`));
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([key, value]): Issue[] => {
    const at = `${pointer}/${escapePointer(key)}`;
    if (key !== 'icon' || typeof value !== 'string') return NAMED_BY_AUTHOR.has(key) ? [] : iconIssues(file, value, at);
    if (Object.hasOwn(ICONS, value)) return [];
    return [
      { file, pointer: at, code: 'icon_unknown', params: { name: value, ...didYouMean(value, Object.keys(ICONS)) } },
    ];
  });
}
