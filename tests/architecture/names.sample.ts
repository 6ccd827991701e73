/** For names.test.ts: the first function meets prototypes, the second does not. */
export function meets(
  fields: Record<string, { id: string }>,
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: the test shall see it.
  anything: any,
): unknown[] {
  const written: Record<string, { id: string }> = {};
  written[name] = fields[name] ?? { id: name };
  return [fields?.[name], name in fields, fields[name]?.id, anything[name]];
}

export function meetsNone(
  list: readonly string[],
  at: number,
  text: { en: string; fa: string },
  language: 'en' | 'fa',
) {
  const { en } = text;
  const written: Record<string, string> = { en };
  delete written[language];
  return [list[at], text[language], written.en, written[`field_${at}`], 'en' in text];
}
