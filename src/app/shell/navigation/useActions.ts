/** Returns the actions and screens that this person may use, to be found by their words. */
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../core/generated/api.ts';
import type { Text } from '../../../core/text/languages.ts';
import { formLinks } from '../../data/offers.ts';
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import type { Findable } from './findables.ts';
import { ACCOUNT_SCREENS, barEntries, useScreenPaths, visibleEntries } from './menu.ts';

export function useFindableActions(): Findable[] {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const navigation = useCommon().data?.navigation;
  const may = useSession().data?.may ?? {};
  const paths = useScreenPaths();
  const screens = [
    ...(navigation ? barEntries(navigation.bar, forms, navigation.departments, may, paths) : []),
    ...(navigation?.departments ?? []).flatMap(({ items }) => visibleEntries(items, forms, may, paths)),
  ]
    // Lists of forms are found as such.
    .filter(({ form }) => form === undefined)
    .map(({ to, icon, label }) => action(to, icon, label));
  const all = [
    action('/', 'home', t('dashboard.title')),
    ...forms.flatMap((entry) => ofForm(entry, t)),
    ...screens,
    ...ACCOUNT_SCREENS.map(([screen, icon]) => action(`/${screen}`, icon, t(`nav.${screen}`))),
    action('/logout', 'logout', t('nav.logout')),
  ];
  return all.filter((one, at) => all.findIndex(({ to }) => to === one.to) === at);
}

function ofForm(entry: FormEntry, t: ReturnType<typeof useTranslation>['t']): Findable[] {
  const name = text(entry.plural);
  const names = wordsOf(entry.plural, entry.title);
  const found: Findable[] = [];
  const { create, review, upload } = formLinks(entry);
  if (create)
    found.push({
      ...action(create, entry.icon ?? 'plus', text(entry.new) || t('list.create')),
      detail: name,
      words: [...wordsOf(entry.new), ...names, t('list.create')],
    });
  if (review)
    found.push({
      ...action(review, 'clipboard-check', t('review.title')),
      detail: name,
      words: [t('review.title'), t('dashboard.to_verify'), ...names],
    });
  if (upload)
    found.push({
      ...action(upload, 'file-spreadsheet', t('upload.title')),
      detail: name,
      words: [t('upload.title'), ...names],
    });
  return found;
}

function action(to: string, icon: string, label: string): Findable {
  return { key: to, to, icon, label, words: [label] };
}

function wordsOf(...texts: (Text | null)[]): string[] {
  return texts.flatMap((one) => (one ? Object.values(one) : []));
}
