/** A thumbnail that loads when it comes near the viewport. Its space is reserved, so that the layout does not jump. */
import { useIntersection } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../theme/Icon.tsx';
import { useStoredFile } from '../../widgets/file/useFile.ts';
import classes from './Gallery.module.css';

interface Props {
  id: string | undefined;
  /** Id shown if the first picture cannot be read, for example a cover that was deleted. */
  instead?: string | undefined;
  alt: string;
  /** Called if the first picture cannot be read. */
  onLost?: () => void;
}

export function ImageThumbnail({ id, ...picture }: Props) {
  const { ref, entry } = useIntersection<HTMLSpanElement>({ rootMargin: '400px' });
  const [seen, setSeen] = useState(false);
  if (!seen && entry?.isIntersecting) setSeen(true);
  return (
    <span ref={ref} className={`${classes.thumb} am-thumb`}>
      {id && seen ? <Picture id={id} {...picture} /> : <Icon name="photo" size={32} />}
    </span>
  );
}

function Picture({ id, instead, alt, onLost }: Props & { id: string }) {
  const { url, failed, isAway } = useStoredFile(id, 'thumb');
  const lost = useEffectEvent(() => onLost?.());
  useEffect(() => {
    if (failed) lost();
  }, [failed]);
  if (url) return <img src={url} alt={alt} />;
  if (failed && instead && instead !== id) return <Picture id={instead} alt={alt} />;
  return <Icon name={isAway ? 'wifi-off' : failed ? 'alert-triangle' : 'photo'} size={32} />;
}
