/** Pictures on paper: whole and with a caption. One that cannot be shown is said in words. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Refs } from '../../../core/generated/api.ts';
import { source } from '../../data/source.ts';
import classes from './Print.module.css';
import { PaperText, PrintedNumber } from './paper.tsx';

/** Key of the loaded pictures, for who has to wait for them. */
export const PICTURES_KEY = ['picture on paper'] as const;

export function PaperPictures({ ids, refs }: { ids: readonly string[]; refs: Refs }) {
  return (
    <ul className={`${classes.pictures} am-tiles am-gap-3 am-above-1`}>
      {ids.map((id, at) => (
        <li key={id}>
          <Picture id={id} number={ids.length > 1 ? at + 1 : undefined} named={refs[id]?.name} />
        </li>
      ))}
    </ul>
  );
}

interface PictureProps {
  id: string;
  /** Absent if it is the only picture of its question. */
  number: number | undefined;
  named: string | undefined;
}

function Picture({ id, number, named }: PictureProps) {
  const picture = useQuery({
    queryKey: [...PICTURES_KEY, id],
    // Without the browser's decoding, the paper could be printed before the picture is on it.
    queryFn: async () => {
      const file = await source.file(id);
      (await createImageBitmap(file.blob)).close();
      return file;
    },
    retry: false,
  });
  const blob = picture.data?.blob;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  const name = named ?? picture.data?.name ?? '';
  if (picture.error)
    return (
      <p className={classes.broken} role="alert">
        <PaperText what="broken" params={{ name: name || String(number ?? 1) }} />
      </p>
    );
  return (
    <figure>
      {url ? <img src={url} alt={name} /> : <span className={classes.waiting} />}
      <figcaption>
        {number !== undefined && <PrintedNumber of={number} />}
        {number !== undefined && name && ' · '}
        <bdi>{name}</bdi>
      </figcaption>
    </figure>
  );
}
