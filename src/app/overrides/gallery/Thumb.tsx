/** A small picture that is fetched when it comes near the window; its place is kept, so that nothing jumps. */
import { useIntersection } from '@mantine/hooks';
import { useRef } from 'react';
import { Icon } from '../../theme/Icon.tsx';
import { useFile } from '../../widgets/file/useFile.ts';
import classes from './Gallery.module.css';

/** `instead` is shown when the first one cannot be read (a cover that was deleted since). */
export function Thumb({ id, instead, alt }: { id: string | undefined; instead?: string | undefined; alt: string }) {
  const { ref, entry } = useIntersection<HTMLSpanElement>({ rootMargin: '400px' });
  const seen = useRef(false);
  seen.current ||= entry?.isIntersecting === true;
  return (
    <span ref={ref} className={classes.thumb}>
      {id && seen.current ? <Picture id={id} instead={instead} alt={alt} /> : <Icon name="photo" size={32} />}
    </span>
  );
}

function Picture({ id, instead, alt }: { id: string; instead?: string | undefined; alt: string }) {
  const file = useFile(id, 'thumb');
  if (file.url) return <img src={file.url} alt={alt} />;
  if (file.failed && instead && instead !== id) return <Picture id={instead} alt={alt} />;
  return <Icon name={file.failed ? 'alert-triangle' : 'photo'} size={32} />;
}
