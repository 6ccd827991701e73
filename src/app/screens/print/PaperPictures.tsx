/** Pictures on paper: whole and with a caption. One that cannot be shown is said in words. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Refs } from '../../../core/generated/api.ts';
import { source } from '../../data/source.ts';
import classes from './Print.module.css';
import { Count, Said } from './paper.tsx';

/** Key of the loaded pictures, for who has to wait for them. */
export const PICTURES = ['picture on paper'] as const;

export function PaperPictures({ ids, refs }: { ids: readonly string[]; refs: Refs }) {
  return (
    <ul className={classes.pictures}>
      {ids.map((id, at) => (
        <li key={id}>
          <figure>
            <Picture id={id} name={refs[id]?.name ?? ''} />
            <figcaption>
              {ids.length > 1 && (
                <>
                  <Count of={at + 1} />
                  {' · '}
                </>
              )}
              <bdi>{refs[id]?.name}</bdi>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

function Picture({ id, name }: { id: string; name: string }) {
  const picture = useQuery({
    queryKey: [...PICTURES, id],
    // Without the browser's decoding, the paper could be printed before the picture is on it.
    queryFn: async () => {
      const { blob } = await source.file(id);
      (await createImageBitmap(blob)).close();
      return blob;
    },
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!picture.data) return;
    const made = URL.createObjectURL(picture.data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture.data]);
  if (picture.error)
    return (
      <p className={classes.broken} role="alert">
        <Said what="broken" params={{ name }} />
      </p>
    );
  return url ? <img src={url} alt={name} /> : <span className={classes.waiting} />;
}
