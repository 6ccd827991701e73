/** A small picture that is fetched when it comes near the window; its place is kept, so that nothing jumps. */
import { useIntersection } from '@mantine/hooks';
import { useRef } from 'react';
import { Icon } from '../../theme/Icon.tsx';
import { useFile } from '../../widgets/file/useFile.ts';
import classes from './Gallery.module.css';

export function Thumb({ id, alt }: { id: string | undefined; alt: string }) {
  const { ref, entry } = useIntersection<HTMLSpanElement>({ rootMargin: '400px' });
  const seen = useRef(false);
  seen.current ||= entry?.isIntersecting === true;
  return (
    <span ref={ref} className={classes.thumb}>
      {id && seen.current ? <Picture id={id} alt={alt} /> : <Icon name="photo" size={32} />}
    </span>
  );
}

function Picture({ id, alt }: { id: string; alt: string }) {
  const file = useFile(id, 'thumb');
  if (file.url) return <img src={file.url} alt={alt} />;
  return <Icon name={file.failed ? 'alert-triangle' : 'photo'} size={32} />;
}
