/** Writes what changed in the definitions as Markdown, one section a language, each with the sentences of Forms and versions. */
import { compileForm } from '../../core/definitions/compile.ts';
import type { Difference } from '../../core/definitions/diff/diff.ts';
import { type StoredChange, storedChanges } from '../../core/definitions/diff/stored.ts';
import type { VersionChange } from '../../core/definitions/diff/versions.ts';
import type { PartContent } from '../../core/definitions/parts.ts';
import { languagesOf } from '../../core/definitions/texts.ts';
import type { FormSource } from '../../core/definitions/types.ts';
import type { ErrorParams } from '../../core/errors/recordErrors.ts';
import type { VersionDifference } from '../../core/generated/api.ts';
import { languageName } from '../../core/text/languageNames.ts';
import { type Language, pickText, textDirection } from '../../core/text/languages.ts';
import { markdownCode, markdownWords } from '../../core/text/markdown.ts';
import { differenceTexts } from '../api/admin/versions.ts';
import { words, wordsIfAny } from '../http/words.ts';

export interface PartChange {
  part: string;
  content: PartContent;
  isRemoved: boolean;
  differences: Difference[];
}

export interface Reviewed {
  /** Revisions as they were asked for. */
  named: string;
  /** True if the later state is that of the files on the disk. */
  isWorkingTree: boolean;
  versions: readonly VersionChange[];
  parts: readonly PartChange[];
}

/** Returns the whole text. Sections of languages that are written from right to left say so. */
export function reviewMarkdown(reviewed: Reviewed, languages: readonly Language[]): string {
  return languages
    .map((language) => {
      const lines = sectionIn(language, reviewed).join('\n');
      return textDirection(language) === 'rtl' ? `<div dir="rtl">\n\n${lines}\n\n</div>` : lines;
    })
    .join('\n\n');
}

type Say = (key: string, params?: ErrorParams) => string;

function sectionIn(language: Language, { named, isWorkingTree, versions, parts }: Reviewed): string[] {
  const say: Say = (key, params) => words(language, `definitions:review.${key}`, params);
  const range = [markdownCode(named), ...(isWorkingTree ? [say('working_tree')] : [])].join(' – ');
  const head = [`## ${languageName(language)}`, '', say('title', { range })];
  if (versions.length + parts.length === 0) return [...head, '', `**${say('none')}**`];
  const forms = [...new Set(versions.map(({ source }) => source.definition.form))];
  return [
    ...head,
    ...forms.flatMap((form) => {
      const own = versions.filter(({ source }) => source.definition.form === form);
      const { title } = (own.at(-1) as VersionChange).source.definition;
      const heading = `### ${markdownWords(pickText(title, language))} ${markdownCode(form)}`;
      return ['', heading, ...own.flatMap((version) => ['', ...versionLines(version, language, say)])];
    }),
    ...parts.flatMap((part) => ['', ...partLines(part, language, say)]),
  ];
}

function versionLines({ fate, source, before, differences }: VersionChange, language: Language, say: Say): string[] {
  const { version, changes } = source.definition;
  const heading = `#### ${say(fate, { version, before: before?.definition.version ?? 0 })}`;
  if (fate === 'removed') return [heading];
  const lines = differenceLines(differences, language, say, languagesOf(source.definition)[0]);
  const note = fate === 'changed' ? [] : ['', `${say('note')}: ${markdownWords(pickText(changes.note, language))}`];
  const stored = before && fate === 'new_version' ? ['', ...storedLines(before, source, language, say)] : [];
  return [heading, ...note, ...(lines.length > 0 ? ['', ...lines] : []), ...stored];
}

function partLines({ part, content, isRemoved, differences }: PartChange, language: Language, say: Say): string[] {
  const name =
    'title' in content
      ? pickText(content.title, language)
      : (wordsIfAny(language, `admin:commonParts.name.${part}`) ?? part);
  const heading = `### ${say('part')}: ${markdownWords(name)} ${markdownCode(part)}`;
  return [heading, '', ...(isRemoved ? [say('part_removed')] : differenceLines(differences, language, say))];
}

function differenceLines(
  differences: readonly Difference[],
  language: Language,
  say: Say,
  source?: string | undefined,
): string[] {
  return differenceTexts(differences, language, source).flatMap(({ label, about, before, after, as_before }) => {
    const only = before === null ? after : after === null ? before : null;
    const named = [about === '' ? '' : `: ${markdownWords(about)}`, only ? ` (${sideOf(only)})` : ''].join('');
    const sides = before && after ? { before, after } : {};
    return [
      `- **${label}**${named}`,
      ...Object.entries(sides).map(([key, side]) => `  - ${say(key)}: ${sideOf(side)}`),
      ...(as_before ? [`  - ${markdownWords(as_before)}`] : []),
    ];
  });
}

function sideOf({ text, is_code }: NonNullable<VersionDifference['before']>): string {
  if (text === '') return '–';
  return is_code ? markdownCode(text) : markdownWords(text);
}

function storedLines(before: FormSource, after: FormSource, language: Language, say: Say): string[] {
  const changes = storedChanges(compileForm(before), compileForm(after));
  const line = ({ kind, question, option, to, value }: StoredChange) =>
    say(kind, {
      question: markdownWords(pickText(question, language)),
      ...(option && { option: markdownWords(pickText(option, language)) }),
      to: to ? markdownWords(pickText(to, language)) : markdownCode(value ?? ''),
    });
  const lines = changes.length > 0 ? changes.map(line) : [say('kept')];
  return [`**${say('stored')}**`, '', ...lines.map((one) => `- ${one}`)];
}
