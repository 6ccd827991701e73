/** The changes of state of exported records: lines of a sheet of their own, and rows of a table in files for programs. */
import { insertQuestionLabels } from '../../../core/form/labelsInWords.ts';
import { pickText } from '../../../core/text/languages.ts';
import { words } from '../../http/words.ts';
import type { RecordedTransition } from '../../records/history/moves.ts';
import type { ApiCall } from '../call.ts';
import { type ExportContext, recordKeyColumns } from './columns.ts';
import { RECORD_PREFIX } from './recordHistoryColumns.ts';
import type { ExportSheet } from './rowSheet.ts';
import { writeInLanguages } from './style.ts';

/** Names the sheet in a query, and stands before the names of its columns. No table is called so. */
export const TRANSITIONS_SHEET = `${RECORD_PREFIX}transitions`;

export function wantsTransitions({ query }: Pick<ApiCall, 'query'>): boolean {
  return query.transitions === '1';
}

/** Returns the columns of a change of state: instants in UTC (ISO 8601), states as the style writes them. */
export function transitionColumns({ services, form, style }: ExportContext) {
  const { states } = services.registry.workflow(form);
  const newestFirst = services.registry.versions(form.form).toReversed();
  const stateText = (id: string | null): string => {
    const found = style.isCoded ? undefined : states.find((state) => state.id === id);
    return found ? writeInLanguages(style, (language) => pickText(found.label, language)) : (id ?? '');
  };
  const questionText = (name: string): string => {
    const asking = style.isCoded
      ? undefined
      : newestFirst.find((one) => one.fields.has(name) || one.byProperty.has(name));
    const node = asking?.fields.get(name) ?? asking?.byProperty.get(name);
    return asking && node
      ? writeInLanguages(style, (_, tag) => insertQuestionLabels(asking, node.def.label, tag, node.path))
      : name;
  };
  const cells = {
    version: ({ version }) => version,
    at: ({ at }) => at,
    by: ({ by }) => by,
    from: ({ from }) => stateText(from),
    to: ({ to }) => stateText(to),
    comment: ({ comment }) => comment ?? '',
    fields: ({ fields }) => fields.map(({ field, comment }) => `${questionText(field)}: ${comment}`).join('\n'),
  } satisfies Record<string, (transition: RecordedTransition) => string | number>;
  return Object.entries(cells).map(([name, cell]) => ({
    name,
    heading: writeInLanguages(style, (language) =>
      words(language, name === 'version' ? 'server:columns.version' : `server:transitions.${name}`),
    ),
    cell,
  }));
}

export function transitionSheet(reader: ExportContext): ExportSheet {
  return {
    title: words(reader.style.language, 'server:transitions.title'),
    columns: [
      ...recordKeyColumns(reader).map((column): ExportSheet['columns'][number] => ({
        ...column,
        cell: ({ row }, index, refs) => column.cell(row, index, refs),
      })),
      ...transitionColumns(reader).map(({ name, heading, cell }): ExportSheet['columns'][number] => ({
        heading,
        name: `${TRANSITIONS_SHEET}.${name}`,
        stored: `${TRANSITIONS_SHEET}.${name}`,
        cell: ({ transition }) => (transition ? cell(transition) : ''),
      })),
    ],
    withTransitions: true,
    lines: ({ row, transitions }) => transitions.map((transition) => ({ row, transition })),
  };
}
