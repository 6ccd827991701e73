/**
 * The two forms of the gallery, readers for their answers, and the query keys. The menu says which form the albums are of; the
 * pictures are the form below it. The definitions say which question is which part (`gallery`).
 */

import { createContext, useContext, useMemo } from 'react';
import type { FormDefinition } from '../../../core/definitions/types.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import type { Filter, FormEntry, RecordView } from '../../../core/generated/api.ts';
import type { Field, Text } from '../../../core/generated/form.ts';
import { getOwn } from '../../../core/json.ts';
import { captureVersion } from '../../../core/paths/screens.ts';
import type { Language } from '../../../core/text/languages.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { useCommon, useForms } from '../../data/queries.ts';
import { source } from '../../data/source.ts';

/** Path of the screen, which the menu gives a form. */
const GALLERY = '/gallery';

/** The forms of albums and pictures, and which question of each is which part. A form may lack any part. */
export interface Gallery {
  albums: FormEntry;
  images: FormEntry;
  album: AlbumParts;
  picture: PictureParts;
}

interface AlbumParts extends Omit<NonNullable<FormDefinition['gallery']>, 'picture' | 'captions' | 'narrow'> {
  day?: string | undefined;
  /** Question by which albums are narrowed, and its open list. */
  narrow?: { name: string; label: Text | undefined; choices: string } | undefined;
  /** Key under which the API counts the pictures of an album. */
  counted?: string | undefined;
}

interface Part {
  name: string;
  label: Text | undefined;
}

export interface PictureParts {
  file?: string | undefined;
  title?: Part | undefined;
  day?: Part | undefined;
  captions: Partial<Record<Language, string>>;
  /** A caption whose question says no language. */
  caption?: Part | undefined;
}

export function useGalleryForms() {
  const forms = useForms();
  const common = useCommon();
  const form = common.data?.navigation.bar.find(({ path }) => path === GALLERY)?.form;
  const albums = forms.data?.find((one) => one.form === form);
  const images = albums && forms.data?.find(({ parent }) => parent?.forms.includes(albums.form));
  // What is added today belongs to these versions.
  const album = useCompiledForm(albums?.form, albums && captureVersion(albums));
  const picture = useCompiledForm(images?.form, images && captureVersion(images));
  const gallery = useMemo(
    (): Gallery | undefined =>
      albums && images && album.data && picture.data
        ? {
            albums,
            images,
            album: albumParts(album.data.definition, images),
            picture: pictureParts(picture.data.definition),
          }
        : undefined,
    [albums, images, album.data, picture.data],
  );
  return {
    albums,
    images,
    gallery,
    isPending: forms.isPending || common.isPending,
    error: forms.error ?? common.error ?? album.error ?? picture.error,
    retry: () => Promise.all([forms, common, album, picture].map((one) => one.refetch())),
  };
}

function albumParts({ fields, gallery = {}, date, api }: FormDefinition, images: FormEntry): AlbumParts {
  const { narrow: name = '', place, description, cover, order } = gallery;
  const field = getOwn(fields, name);
  return {
    day: date,
    place,
    description,
    cover,
    order,
    narrow: field?.choices ? { name, label: field.label, choices: field.choices } : undefined,
    counted: Object.entries(api.formTypes ?? {}).find(([, { form }]) => form === images.form)?.[0],
  };
}

/** Returns which question of a picture is which part. */
export function pictureParts({ fields, gallery = {}, name, date }: FormDefinition): PictureParts {
  const part = (field: string | undefined): Part | undefined => {
    const of = field === undefined ? undefined : getOwn(fields, field);
    return field !== undefined && of ? { name: field, label: of.label } : undefined;
  };
  const asked = Object.entries(fields);
  const namesOf = (fits: (field: Field) => unknown) => asked.flatMap(([one, field]) => (fits(field) ? one : []));
  // A version that was published before forms named their parts still shows its pictures.
  const file = gallery.picture ?? namesOf(holdsFiles)[0];
  const captions = gallery.captions ?? namesOf(({ language }) => language);
  const inLanguage = captions.flatMap((one): [Language, string][] => {
    const language = getOwn(fields, one)?.language;
    return language ? [[language, one]] : [];
  });
  return {
    file,
    title: part(name?.[0]),
    day: part(date),
    captions: Object.fromEntries(inLanguage),
    caption: part(captions.find((one) => !getOwn(fields, one)?.language)),
  };
}

export const GalleryContext = createContext<Gallery | undefined>(undefined);

export function useGallery(): Gallery {
  const gallery = useContext(GalleryContext);
  if (!gallery) throw new Error('outside of the gallery');
  return gallery;
}

/** Name of the question that says which album a picture is in. */
export const albumField = ({ form, parent }: FormEntry): string => {
  if (!parent) throw new Error(`${form} has no parent`);
  return parent.field;
};

export const galleryKeys = {
  albums: (query: object) => ['records', 'albums', 'gallery', query] as const,
  images: (album: string) => ['records', 'images', 'gallery', album] as const,
  face: (album: string) => ['records', 'images', 'gallery', album, 'face'] as const,
};

export const albumFilters = (images: FormEntry, album: string): Filter[] => [
  { field: albumField(images), op: 'eq', value: album },
];

/** By the day they were taken. Pictures without a day come in the order they were added. */
export const imageOrder = ({ day }: PictureParts): string => [...(day ? [day.name] : []), 'created_at'].join();

/** Returns the file id of a picture record. Undefined if the record lost its file. */
export function imageFileId({ file }: PictureParts, image: RecordView | undefined): string | undefined {
  const ids = image && file !== undefined ? getOwn(image.data, file) : undefined;
  return Array.isArray(ids) && typeof ids[0] === 'string' ? ids[0] : undefined;
}

/** `field`: undefined for a part that the form lacks. */
export function recordAnswerText(record: RecordView, field: string | undefined): string {
  const value = field === undefined ? undefined : getOwn(record.data, field);
  return typeof value === 'string' ? value : '';
}

/** Updates some answers of an album and keeps the others. */
export function changeAlbum(albums: FormEntry, album: RecordView, patch: RecordView['data']) {
  return source.update(albums.api, album.id, {
    ...album.data,
    ...patch,
    version: album.version,
    form_version: captureVersion(albums),
  });
}

/** Returns the picture ids in the order set by hand. */
export function manualOrder({ order }: AlbumParts, album: RecordView): string[] {
  const ids = order === undefined ? undefined : getOwn(album.data, order);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}
