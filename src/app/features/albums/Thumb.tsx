/** A small picture that is fetched when it comes near the window; its place is kept, so that nothing jumps. */
import { useIntersection } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../theme/Icon.tsx';
import { useFile } from '../../widgets/file/useFile.ts';
import classes from './Gallery.module.css';

interface Props {
  id: string | undefined;
  /** Shown when the first one cannot be read (a cover that was deleted since). */
  instead?: string | undefined;
  alt: string;
  /** The first one cannot be read. */
  onLost?: () => void;
}

export function Thumb({ id, ...picture }: Props) {
  const { ref, entry } = useIntersection<HTMLSpanElement>({ rootMargin: '400px' });
  const [seen, setSeen] = useState(false);
  if (!seen && entry?.isIntersecting) setSeen(true);
  return (
    <span ref={ref} className={classes.thumb}>
      {id && seen ? <Picture id={id} {...picture} /> : <Icon name="photo" size={32} />}
    </span>
  );
}

function Picture({ id, instead, alt, onLost }: Props & { id: string }) {
  const { url, failed } = useFile(id, 'thumb');
  const lost = useEffectEvent(() => onLost?.());
  useEffect(() => {
    if (failed) lost();
  }, [failed]);
  if (url) return <img src={url} alt={alt} />;
  if (failed && instead && instead !== id) return <Picture id={instead} alt={alt} />;
  return <Icon name={failed ? 'alert-triangle' : 'photo'} size={32} />;
}
