/**
 * Rows of a list as JSON text. Making a row's text costs more than reading the row, and most pages show rows that were
 * shown a moment ago: the text is kept beside the row (`records/pageRows.ts` gives the same object until it changes), for
 * a language, a state of the definitions, and as long as no name has changed. What differs from reader to reader, the scope,
 * is not part of it.
 */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import type { Language } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import type { ListPage } from '../../records/types.ts';
import { type KnownNames, RefCollector } from '../record/refs.ts';
import { bodyText } from '../record/render.ts';
import { listedProperties } from './listed.ts';

/** Names are forgotten together when there are more. */
const MOST_NAMES = 5000;

export interface RowText {
  /** Version the record was captured with. */
  form: CompiledForm;
  /** The rendered row without its scope and without the closing brace. */
  open: string;
  /** Names it needs: id and words as JSON. */
  refs: [id: string, words: string][];
}

interface Kept {
  columns: Record<string, unknown>;
  texts: Map<string, RowText>;
  /** Everything the texts hold true for. */
  while: string;
}

const kept = new WeakMap<StoredRecord, Kept>();
const namesOf = new WeakMap<Services['database'], { stamp: string; names: KnownNames }>();

/** Texts of a page's rows in order. `all`: with every answer instead of the listed ones. */
export async function rowTexts(
  services: Services,
  language: Language,
  form: CompiledForm,
  page: ListPage,
  all: boolean,
): Promise<RowText[]> {
  const holds = `${services.registry.revision()} ${page.names}`;
  const key = `${language} ${all}`;
  const made: RowText[] = [];
  const missing = page.rows.flatMap((row, at) => {
    const captured = services.registry.form(row.record.form, row.record.form_version) ?? form;
    let beside = kept.get(row.record);
    if (beside?.while !== holds || beside.columns !== row.columns) {
      beside = { columns: row.columns, texts: new Map(), while: holds };
      kept.set(row.record, beside);
    }
    const there = beside.texts.get(key);
    if (there) {
      made[at] = there;
      return [];
    }
    const only = all ? undefined : listedProperties(captured);
    const collector = new RefCollector(services);
    collector.addRecord(captured, row.record, only);
    collector.addNamed(row);
    for (const value of Object.values(row.columns)) collector.addPlace(value);
    return [{ at, row, captured, only, collector, texts: beside.texts }];
  });
  if (missing.length > 0) {
    await RefCollector.loadTogether(
      services,
      missing.map(({ collector }) => collector),
      knownNames(services, page.names),
    );
  }
  for (const { at, row, captured, only, collector, texts } of missing) {
    const { refs } = collector;
    const shown = { columns: row.columns, ...(only && { only }) };
    const open = bodyText({ services, language, refs }, captured, row.record, shown).slice(0, -1);
    const text = { form: captured, open, refs: textsOf(refs) };
    texts.set(key, text);
    made[at] = text;
  }
  return made;
}

/** Texts of names that many rows share. */
const wordTexts = new WeakMap<object, string>();

function textsOf(refs: Refs): [string, string][] {
  return Object.entries(refs).map(([id, words]) => {
    let text = wordTexts.get(words);
    if (!text) {
      text = JSON.stringify(words);
      wordTexts.set(words, text);
    }
    return [id, text];
  });
}

function knownNames({ database }: Services, stamp: string): KnownNames {
  let known = namesOf.get(database);
  if (known?.stamp !== stamp || known.names.size > MOST_NAMES) {
    known = { stamp, names: new Map() };
    namesOf.set(database, known);
  }
  return known.names;
}
