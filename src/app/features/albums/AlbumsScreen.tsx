/** The gallery: albums as cards, with search text, department and province filters in the URL. */

import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Filter, FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { createPath } from '../../../core/paths/screens.ts';
import { useProvinces } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
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
import classes from './Gallery.module.css';
import { galleryKeys, useGalleryForms } from './galleryForms.ts';

const PER_PAGE = 12;
const NARROWED_BY = ['program', 'province'] as const;

export default function AlbumsScreen() {
  const { t } = useTranslation('gallery');
  const { albums, images, isPending, error, retry } = useGalleryForms();
  if (error) return <Failed error={error} onRetry={() => void retry()} />;
  if (isPending) return <Loading />;
  if (!albums?.may.view || !images)
    return (
      <Screen name="gallery-albums" title={t('title')}>
        <p className="am-nothing am-stack am-centred">{t('notYours')}</p>
      </Screen>
    );
  return <Albums albums={albums} images={images} />;
}

function Albums({ albums, images }: { albums: FormEntry; images: FormEntry }) {
  const { t } = useTranslation('gallery');
  const asked = useQueryParams();
  const { found, isNarrowed } = useAlbums(albums, asked);
  const offered = useOffered();
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
        {NARROWED_BY.map((field) => (
          <SelectWithAny
            key={field}
            aria-label={t(`by.${field}`)}
            any={t(`any.${field}`)}
            options={offered[field].map((one) => ({ value: one.id, label: nameOf(one) }))}
            value={asked.read(field)}
            onChange={(value) => asked.put({ [field]: value })}
          />
        ))}
        {isNarrowed && (
          <ActionButton icon="x" variant="subtle" onClick={() => asked.put({ text: '', program: '', province: '' })}>
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
          <ul className={`${classes.albums} am-stack am-gap-4 am-after`} aria-busy={found.isFetching}>
            {rows.map((album) => (
              <AlbumCard
                key={album.id}
                album={album}
                images={images}
                total={getOwn(found.data?.meta.counts, album.id)?.image ?? 0}
                department={nameOf(offered.program.find((one) => one.id === album.data.program))}
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
function useAlbums(albums: FormEntry, asked: ReturnType<typeof useQueryParams>) {
  const query = asked.query('text', ...NARROWED_BY);
  const filters = NARROWED_BY.flatMap((field): Filter[] =>
    query[field] ? [{ field, op: 'eq', value: query[field] }] : [],
  );
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

/** Returns the options of the album filters. */
function useOffered() {
  const departments = useQuery({
    queryKey: ['choices', 'department'],
    queryFn: () => source.masterTable('department'),
    staleTime: 5 * 60_000,
  });
  const provinces = useProvinces();
  return { program: departments.data ?? [], province: provinces.data ?? [] };
}

function Skeletons() {
  return (
    <div className={`${classes.albums} am-stack am-gap-4 am-after`}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((one) => (
        <Skeleton key={one} height={280} radius="lg" />
      ))}
    </div>
  );
}
