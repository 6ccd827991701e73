/** What was published or edited at run time, as its files would be written: forms with the states of their words, and shared parts. */
import { formatDefinition } from '../../core/definitions/format.ts';
import { choiceListOfPart } from '../../core/definitions/parts.ts';
import type { ChoiceList, FormSource } from '../../core/definitions/types.ts';
import { frozenVersion } from '../../core/definitions/versions/newVersion.ts';
import { statesForFiles } from '../../core/definitions/words/history.ts';
import type { WrittenVersion } from '../../core/generated/api.ts';
import type { Handle } from '../db/database.ts';
import { editedChoices, withEditedItems } from '../reference/choices.ts';
import { ROOT } from '../root.ts';
import { type CommonPart, type CommonParts, withContentHash } from './commonParts.ts';
import { isParseable } from './compileServable.ts';
import { readMetaSchemas } from './definitionFiles.ts';
import { translationStatesOf } from './textStates.ts';

/** Returns the names of forms with a version that was published at run time or has texts corrected there. */
export async function publishedForms(db: Handle): Promise<string[]> {
  const rows = await db
    .selectFrom('definitions')
    .select('form')
    .distinct()
    .where('origin', '=', 'published')
    .orderBy('form')
    .execute();
  return rows.map(({ form }) => form);
}

interface StoredVersion {
  origin: WrittenVersion['origin'];
  source: FormSource;
}

/** Returns the stored versions of a form that can be read, oldest first, also those that cannot be served. */
export async function storedVersions(db: Handle, form: string): Promise<StoredVersion[]> {
  const rows = await db
    .selectFrom('definitions')
    .select(['definition', 'schema', 'written', 'origin'])
    .where('form', '=', form)
    .orderBy('version')
    .execute();
  const readable = rows.filter(({ definition, schema }) => isParseable(definition) && isParseable(schema));
  return readable.map(({ definition, schema, written, origin }) => ({
    origin: origin === 'published' ? 'published' : 'file',
    source: {
      definition: JSON.parse(definition),
      schema: JSON.parse(schema),
      ...(written !== null && { written: JSON.parse(written) }),
    },
  }));
}

/** Returns the same versions as the texts of their files. */
export async function writtenVersions(db: Handle, form: string): Promise<WrittenVersion[]> {
  const meta = readMetaSchemas(ROOT);
  const texts = ({ definition, schema }: FormSource) => ({
    definition: formatDefinition(definition, meta.get('form')),
    schema: formatDefinition(schema, meta.get('schema')),
  });
  const versions: WrittenVersion[] = [];
  for (const { origin, source } of await storedVersions(db, form)) {
    const { definition, schema, written = schema } = source;
    versions.push({
      version: definition.version,
      origin,
      ...texts({ definition, schema: written }),
      frozen: texts(frozenVersion(source)),
      states: statesForFiles(definition, (await translationStatesOf(db, form, definition)).of),
    });
  }
  return versions;
}

/** A part as it is served, with what its file would have to say. */
export interface WrittenPart extends CommonPart {
  written: Pick<CommonPart, 'content' | 'hash'>;
}

/** Returns the parts that were published, and the choice lists in which somebody added or edited an entry. */
export async function writtenParts(db: Handle, parts: CommonParts): Promise<Map<string, WrittenPart>> {
  const edited = await editedChoices(db);
  return new Map(
    [...parts].flatMap(([name, part]) => {
      const rows = edited.get(choiceListOfPart(name) ?? '') ?? [];
      if (part.version === 0 && rows.length === 0) return [];
      const { content } = part.published ?? part.replaced ?? part;
      const written = withContentHash(rows.length === 0 ? content : withEditedItems(content as ChoiceList, rows));
      return [[name, { ...part, written }] as const];
    }),
  );
}
