/** What other programs do not read of an exported form: what the plain sheets, imported again, do not say. */
import type { Field, FormDefinition } from '../../definitions/types.ts';
import { equalJson, getOwn } from '../../json.ts';
import { type ImportOptions, importPlain } from '../import.ts';
import type { ListOf } from './rows.ts';
import { plainSheets } from './workbook.ts';

/** Kinds of loss. The sentences are in locales/<language>/xlsform.json, under `losses`. */
const LOSS_KINDS = ['type', 'restricted', 'problems', 'rules', 'looks', 'lists', 'other'] as const;
type LossKind = (typeof LOSS_KINDS)[number];

/** What is lost of a question, or of the form (empty name). */
export interface ExportLoss {
  name: string;
  kinds: LossKind[];
  /** Type of the question, and the one that is asked in its place. */
  own: string;
  written: string;
  /** Keys of the kind `other`. */
  keys: string[];
}

const KINDS: readonly (readonly [LossKind, ReadonlySet<string>])[] = [
  ['restricted', new Set(['restricted'])],
  [
    'problems',
    new Set(['problemWhen', 'topic', 'topics', 'remarkOf', 'problems', 'rates', 'bands', 'rows', 'rowIds', 'rowOf']),
  ],
  [
    'rules',
    new Set([
      ...['visibleWhen', 'requiredWhen', 'required', 'filter', 'derived', 'default', 'count', 'notBefore', 'notAfter'],
      ...['unique', 'limits', 'once', 'messages', 'ends', 'suggest'],
    ]),
  ],
  [
    'looks',
    new Set([
      ...['ui:widget', 'ui:options', 'ui:readonly', 'unit', 'placeholder', 'show', 'order', 'groups', 'media', 'label'],
      ...['help', 'mediaFiles', 'icon', 'language'],
    ]),
  ],
  ['lists', new Set(['choices', 'options', 'person', 'record', 'place', 'organization', 'places'])],
];

/** Keys that sheets have in another way, or that concern nobody who asks the questions elsewhere. */
const UNSEEN: ReadonlySet<string> = new Set([
  ...['$schema', 'id', 'form', 'version', 'title', 'plural', 'changes', 'migrate', 'words', 'languages', 'short'],
  ...['sections', 'fields', 'lists', 'constraints', 'type', 'columns', 'aliases', 'bind', 'kind', 'origin'],
]);

export function exportLossesOf(
  definition: FormDefinition,
  listOf: ListOf,
  added: ImportOptions['added'],
): ExportLoss[] {
  const { form, programme } = definition;
  const plain = importPlain(plainSheets(definition, listOf), { name: form, programme, added })?.definition;
  const keys = Object.keys(definition).filter((key) => !UNSEEN.has(key));
  return [...lossOf({ name: '', keys }), ...lossesIn(definition.fields, plain?.fields ?? {}, '')];
}

function lossesIn(fields: Record<string, Field>, plain: Record<string, Field>, around: string): ExportLoss[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const read = getOwn(plain, name) ?? ({} as Field);
    const hasList = read.choices !== undefined;
    const keys = Object.keys(field).filter(
      (key) =>
        !UNSEEN.has(key) &&
        !(hasList && (key === 'options' || key === 'choices')) &&
        !equalJson(getOwn({ ...field }, key), getOwn({ ...read }, key)),
    );
    const isOther = field.type !== read.type;
    return [
      ...lossOf({ name: around + name, keys, ...(isOther && { own: field.type, written: read.type ?? '' }) }),
      ...lossesIn(field.columns ?? {}, read.columns ?? {}, `${around}${name}.`),
    ];
  });
}

function lossOf({
  name,
  keys,
  own = '',
  written = '',
}: Partial<ExportLoss> & Pick<ExportLoss, 'name' | 'keys'>): ExportLoss[] {
  const kindOf = (key: string) => KINDS.find(([, of]) => of.has(key))?.[0] ?? 'other';
  const found = new Set<LossKind>([...(own === '' ? [] : ['type' as const]), ...keys.map(kindOf)]);
  const kinds = LOSS_KINDS.filter((kind) => found.has(kind));
  return kinds.length === 0 ? [] : [{ name, kinds, own, written, keys: keys.filter((key) => kindOf(key) === 'other') }];
}
