/** The gallery: albums as cards, with search text, department and province filters in the URL. */

import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Filter } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { createPath } from '../../../core/paths/screens.ts';
import { useProvinces } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import type { Named } from '../../data/types.ts';
import { nameOf, number, text } from '../../data/words.ts';
import { PageControls } from '../../screens/list/Pages.tsx';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SearchBox } from '../../shell/SearchBox.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { useQueryParams } from '../../shell/useQueryParams.ts';
import { Icon } from '../../theme/Icon.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { AlbumCard } from './AlbumCard.tsx';
import { GalleryContext, galleryKeys, recordAnswerText, useGallery, useGalleryForms } from './galleryForms.ts';

const PER_PAGE = 12;

export default function AlbumsScreen() {
  const { t } = useTranslation('gallery');
  const { gallery, albums, images, isPending, error, retry } = useGalleryForms();
  if (error) return <Failed error={error} onRetry={() => void retry()} />;
  if (isPending) return <Loading />;
  if (!albums?.may.view || !images)
    return (
      <Screen name="gallery-albums" title={t('title')}>
        <p className="am-nothing am-stack am-centred">{t('notYours')}</p>
      </Screen>
    );
  if (!gallery) return <Loading />;
  return (
    <GalleryContext value={gallery}>
      <Albums />
    </GalleryContext>
  );
}

function Albums() {
  const { t } = useTranslation('gallery');
  const { albums, album: parts } = useGallery();
  const asked = useQueryParams();
  const narrowings = useNarrowings();
  const { found, isNarrowed } = useAlbums(asked, narrowings);
  if (found.error) return <Failed error={found.error} onRetry={() => void found.refetch()} />;
  const create = albums.may.create ? createPath(albums) : null;
  const createLink = create && (
    <BarLink to={create} icon="plus" primary>
      {text(albums.new)}
    </BarLink>
  );
  const rows = found.data?.data;
  return (
    <Screen name="gallery-albums" title={t('title')} width="wide" crumbs={[{ label: t('title') }]} buttons={createLink}>
      <ToolRow>
        <SearchBox label={t('search')} words={asked.read('text')} onAsk={(words) => asked.put({ text: words })} />
        {narrowings.map(({ name, label, items }) => (
          <SelectWithAny
            key={name}
            aria-label={label}
            any={`${label}: ${t('list.all', { ns: 'app' })}`}
            options={items.map((one) => ({ value: one.id, label: nameOf(one) }))}
            value={asked.read(name)}
            onChange={(value) => asked.put({ [name]: value })}
          />
        ))}
        {isNarrowed && (
          <ActionButton
            icon="x"
            variant="subtle"
            onClick={() =>
              asked.put(Object.fromEntries(['text', ...narrowings.map(({ name }) => name)].map((key) => [key, ''])))
            }
          >
            {t('filter.clear', { ns: 'app' })}
          </ActionButton>
        )}
      </ToolRow>
      <p className="am-hint am-after" role="status">
        {found.data ? t('albums', { total: number(found.data.meta.total) }) : t('loading')}
      </p>
      {!rows && <Skeletons />}
      {rows?.length === 0 && (
        <div className="am-nothing am-stack am-centred">
          <Icon name="photo" size={40} />
          <p>{t(isNarrowed ? 'nothingFound' : 'empty')}</p>
          {!isNarrowed && createLink}
        </div>
      )}
      {rows && rows.length > 0 && (
        <OnlineWidgets>
          <ul className="am-tiles am-stack am-gap-4 am-after" aria-busy={found.isFetching}>
            {rows.map((album) => (
              <AlbumCard
                key={album.id}
                album={album}
                total={getOwn(getOwn(found.data?.meta.counts, album.id), parts.counted ?? '') ?? 0}
                narrowed={nameOf(
                  narrowings
                    .find(({ name }) => name === parts.narrow?.name)
                    ?.items.find(({ id }) => id === recordAnswerText(album, parts.narrow?.name)),
                )}
              />
            ))}
          </ul>
        </OnlineWidgets>
      )}
      {found.data && <PageControls meta={found.data.meta} onPage={asked.goTo} />}
    </Screen>
  );
}

/** Returns the albums that the URL asks for. */
function useAlbums(asked: ReturnType<typeof useQueryParams>, narrowings: readonly Narrowing[]) {
  const { albums } = useGallery();
  const query = asked.query('text', ...narrowings.map(({ name }) => name));
  const filters = narrowings.flatMap(({ name }): Filter[] => {
    const value = asked.read(name);
    return value ? [{ field: name, op: 'eq', value }] : [];
  });
  const found = useQuery({
    queryKey: galleryKeys.albums(query),
    queryFn: ({ signal }) =>
      source.list(
        albums.api,
        {
          page: query.page,
          per_page: PER_PAGE,
          sort: '-date',
          fields: 'all',
          counts: true,
          filters,
          ...(query.text && { text: query.text }),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  return { found, isNarrowed: query.text !== '' || filters.length > 0 };
}

interface Narrowing {
  name: string;
  label: string;
  items: readonly Named[];
}

/** Returns what albums are narrowed by: the question that their form names for it, and the province. */
function useNarrowings(): Narrowing[] {
  const { t } = useTranslation();
  const { narrow } = useGallery().album;
  const list = narrow?.choices ?? '';
  const items = useQuery({
    queryKey: ['choices', list],
    queryFn: () => source.masterTable(list),
    enabled: narrow !== undefined,
    staleTime: 5 * 60_000,
  });
  const provinces = useProvinces();
  return [
    ...(narrow ? [{ name: narrow.name, label: text(narrow.label), items: items.data ?? [] }] : []),
    { name: 'province', label: t('columns.province'), items: provinces.data ?? [] },
  ];
}

function Skeletons() {
  return (
    <div className="am-tiles am-stack am-gap-4 am-after">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((one) => (
        <Skeleton key={one} height={280} radius="lg" />
      ))}
    </div>
  );
}
