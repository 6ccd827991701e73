/**
 * Makes a definition of the sheets of an XLSForm workbook. Every cell is carried, or named with the reason why it is not
 * (`account`); what came over in another form is noted.
 */
import { propertiesByPart } from '../definitions/inputs.ts';
import type { Field, FormDefinition, Text } from '../definitions/types.ts';
import { type FormTemplate, newFormDefinition, withNewFormIds } from '../edit/begin.ts';
import { nameOfWords } from '../edit/names.ts';
import { getOwn } from '../json.ts';
import { Layout } from './layout.ts';
import { Ledger } from './ledger.ts';
import { ListResolver } from './lists.ts';
import type { AddedWords, ImportContext } from './making.ts';
import { assignEntryNames, EntryNames, questionsIn } from './names.ts';
import { mendedText, type SurveyBlock, type SurveyQuestion, surveyOutlineOf } from './outline.ts';
import { OWN_COLUMN_PREFIX, type OwnColumns, readOwnColumns } from './own.ts';
import { readWorkbook } from './read.ts';
import { kindOfValue } from './rules.ts';
import { standardRows } from './standardRows.ts';
import type { ImportedForm, Sheet, Workbook } from './types.ts';
import type { AnswerKind } from './xpath/scope.ts';
import { referencesIn } from './xpath/tree.ts';

export interface ImportOptions {
  /** Name of the file without its ending: the name of a form that says none. */
  name: string;
  /** Programme of the form; undefined leaves it to whoever goes on with the draft. */
  programme?: string | undefined;
  added: AddedWords;
}

/** What a form has beside its questions. */
const TEMPLATE: FormTemplate = {
  kind: 'survey',
  workflow: 'verified-record',
  sections: [],
  fields: {},
  list: { columns: ['index', 'status', 'code'] },
};

/** Returns the names of the files whose lists questions take. */
export function filesNamed(sheets: readonly Sheet[]): string[] {
  const cells = sheets.flatMap(({ lines }) => lines.flatMap((line) => line.filter((cell) => typeof cell === 'string')));
  const named = cells.map((cell) => /^select_(?:one|multiple)_from_file\s+(\S+\.csv)(\s|$)/i.exec(cell.trim())?.[1]);
  return [...new Set(named.filter((one) => one !== undefined))];
}

/** What the sheets say, without what the product's own columns say beside it. */
export interface PlainImport extends ImportedForm {
  own: OwnColumns | undefined;
}

/** Returns undefined if there is no sheet of questions. */
export function importPlain(sheets: readonly Sheet[], options: ImportOptions): PlainImport | undefined {
  const ledger = new Ledger();
  const workbook = readWorkbook(sheets, ledger);
  if (!workbook) return undefined;
  const entries = surveyOutlineOf(standardRows(workbook, ledger), ledger);
  assignEntryNames(entries, ledger);
  const names = new EntryNames(
    entries,
    kinds(() => names),
    (question) => question.type.construct.codes ?? lists.codesOf(question),
  );
  const lists = new ListResolver(workbook, names.scope(''), ledger);
  const { languages } = workbook;
  const making: ImportContext = {
    ledger,
    names,
    lists,
    languages,
    added: options.added,
    constraints: [],
    initial: new Map(),
  };
  const settings = readSettings(workbook, options, ledger);
  const { sections, fields } = new Layout(making, settings.title).lay(entries);
  lists.loseUnused();
  const own = readOwnColumns(workbook.settings);
  for (const [key, cell] of workbook.settings?.cells ?? [])
    if (own && key.startsWith(OWN_COLUMN_PREFIX)) ledger.carry(cell);
  loseUnread(workbook, ledger);
  const begun = newFormDefinition(TEMPLATE, {
    form: settings.form,
    title: settings.named,
    language: languages[0] as string,
    programme: options.programme ?? '',
  });
  const { programme, list, ...kept } = begun;
  const asked = [...questionsIn(entries)].filter(
    (one) => one.kind === 'question' && one.table === '' && isListed(one, fields),
  );
  const definition = {
    ...kept,
    ...(options.programme !== undefined && { programme }),
    languages: [...languages],
    sections,
    fields: withNewFormIds(fields, settings.form.replaceAll('-', '_'), new Set()),
    ...(lists.used.size > 0 && {
      lists: Object.fromEntries([...lists.used.values()].map(({ name, options: own }) => [name, own])),
    }),
    ...(making.constraints.length > 0 && { constraints: making.constraints }),
    list: { columns: ['index', 'status', 'code', ...asked.slice(0, 3).map(({ name }) => name)] },
  } as unknown as FormDefinition;
  return {
    definition: isUsual(languages) ? withoutLanguages(definition) : definition,
    schema: schemaOf(making.initial),
    notes: ledger.notes,
    account: ledger.close(),
    places: ledger.places,
    own,
  };
}

/** True for an answer that a column of a list shows. */
function isListed({ name, type }: SurveyQuestion, fields: object): boolean {
  const { is, kind } = type.construct;
  return (
    !is && kind !== undefined && Object.hasOwn(fields, name) && !isNote(getOwn(fields as Record<string, Field>, name))
  );
}

/** A question that nobody can answer has become a note, which stores nothing. */
function isNote(field: Field | undefined): boolean {
  return field === undefined || Object.keys(propertiesByPart('x', field)).length === 0;
}

const isUsual = (languages: readonly string[]) => languages.join() === 'en,fa,ps';

function withoutLanguages({ languages: _, ...rest }: FormDefinition): FormDefinition {
  return rest as FormDefinition;
}

/** The kind of a calculation is that of its expression; one that is in a circle is taken for a text. */
function kinds(namesOf: () => EntryNames): (entry: SurveyQuestion | SurveyBlock) => AnswerKind {
  const known = new Map<SurveyQuestion | SurveyBlock, AnswerKind>();
  return (entry) => {
    if (entry.kind !== 'question') return 'rows';
    const found = known.get(entry);
    if (found) return found;
    const { is, kind: plain = 'other' } = entry.type.construct;
    const cell = entry.row.cells.get('calculation');
    known.set(entry, 'text');
    const value =
      cell && (is === 'worked' || !entry.row.cells.has('trigger'))
        ? kindOfValue(cell.text, namesOf().scope(entry.table, entry.written))
        : undefined;
    const kind = value === undefined || value === 'null' || value === 'texts' ? plain : value;
    known.set(entry, kind);
    return kind;
  };
}

interface Settings {
  form: string;
  title: Text;
  /** The title in the source language. */
  named: string;
}

function readSettings({ settings, languages }: Workbook, { name }: ImportOptions, ledger: Ledger): Settings {
  const cell = (key: string) => settings?.cells.get(key);
  const [source = 'en'] = languages;
  const [titleCell, idCell] = [cell('form_title'), cell('form_id')];
  const title = titleCell?.text ?? name;
  ledger.carry(titleCell, '/title');
  const written = idCell ? mendedText(idCell, ledger) : name;
  const form = formName(written) || formName(title) || 'workbook';
  if (idCell && form !== written) ledger.note(idCell, 'changed', 'renamed', { name: written, now: form });
  ledger.carry(idCell, '/form');
  ledger.carry(cell('default_language'), '/languages/0');
  const version = cell('version');
  if (version) ledger.lose(version, 'version_text', { version: version.text });
  const instance = cell('instance_name');
  if (instance) ledger.lose(instance, 'name_of_record', { names: referencesIn(instance.text) });
  return { form, title: { [source]: title } as Text, named: title };
}

function formName(written: string): string {
  return nameOfWords(written.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replaceAll('_', '-')
    .slice(0, 50)
    .replace(/-$/, '');
}

/** Names what was read as no part of the questionnaire: sheets that nothing names. */
function loseUnread({ files }: Workbook, ledger: Ledger): void {
  for (const rows of files.values())
    for (const { cells } of rows)
      for (const cell of cells.values())
        if (ledger.isOpen(cell)) ledger.loseOnce(cell, 'sheet_unknown', { sheet: cell.sheet });
}

function schemaOf(initial: ReadonlyMap<string, string>): ImportedForm['schema'] {
  if (initial.size === 0) return {};
  const properties = Object.fromEntries(
    [...initial].map(([name, value]) => [name, { type: 'string', default: value }]),
  );
  return { type: 'object', properties };
}
