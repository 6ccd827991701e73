/** Reads options that were pasted as lines, from a spreadsheet or a list. */
import type { Field } from '../../../../core/definitions/types.ts';
import { freeName, nameOfWords } from '../../../../core/edit/names.ts';

type Option = NonNullable<Field['options']>[number];

/**
 * Returns the options with one more for each line. The languages of the form stand in a line in their order, parted by a tab or |;
 * a first part that is only a code, such as `none` or `-1`, before at least one text is the stored code if more parts than
 * languages are there. A line whose words are there already is left out.
 */
export function pastedOptions(lines: string, languages: readonly string[], before: readonly Option[]): Option[] {
  const all = [...before];
  for (const line of lines.split(/\r?\n/)) {
    const parts = line.split(/\t|\|/).map((part) => part.trim());
    if (parts.every((part) => part === '')) continue;
    const code = parts.length > languages.length ? parts.shift() : undefined;
    const label = Object.fromEntries(
      languages.flatMap((language, index) => (parts[index] ? [[language, parts[index] as string]] : [])),
    );
    const first = Object.values(label)[0];
    if (first === undefined || all.some((one) => Object.values(one.label).includes(first))) continue;
    const own = Object.values(label).map(nameOfWords).find(Boolean) ?? `option_${all.length + 1}`;
    all.push({ value: freeName(code || own, new Set(all.map(({ value }) => value))), label });
  }
  return all;
}
