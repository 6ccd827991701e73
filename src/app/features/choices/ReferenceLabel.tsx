/** Shows a reference data item in a row: its name in the user's language, then the other two, and its other spellings. */
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateName, LANGUAGES, languageTag } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { comma, nameOf } from '../../data/words.ts';
import type { ReferenceItem } from './ReferenceItemDialog.tsx';

interface Props {
  item: ReferenceItem;
  /** More content for the second line. */
  beside?: ReactNode;
  /** More lines. */
  below?: ReactNode;
  /** Why the item is no longer offered. Undefined if it is offered. */
  mark?: string | undefined;
}

export function ReferenceLabel({ item, beside, below, mark }: Props) {
  const { t } = useTranslation('admin');
  return (
    <span className="am-column am-words am-gap-1 am-start">
      <span className={`${mark ? 'am-dimmed' : ''} am-strong`}>
        <bdi>{nameOf(item)}</bdi>
      </span>
      <span className="am-hint am-flow am-gap-4 am-row-gap-0">
        {LANGUAGES.filter((one) => one !== preferences().language).map((one) => (
          <bdi key={one} lang={languageTag(one)}>
            {item[`name_${one}`]}
          </bdi>
        ))}
        {beside}
      </span>
      {below}
      {item.aliases.length > 0 && (
        <span className="am-hint">
          {t('tables.alsoCalled', { names: item.aliases.map(isolateName).join(comma()) })}
        </span>
      )}
      {mark && (
        <Badge color="gray" variant="light" radius="sm">
          {mark}
        </Badge>
      )}
    </span>
  );
}
