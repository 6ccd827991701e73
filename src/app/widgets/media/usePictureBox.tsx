/** Draws the picture of a question or an option. Its space is reserved; without a connection its words stand there. */
import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { Media } from '../../../core/definitions/media.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useDefinitionText, useWidgetTexts } from '../environment.tsx';
import { usePicture } from './useMedia.ts';

const LargePicture = lazyComponent(() => import('./LargePicture.tsx'));

interface PictureBox {
  /** Undefined if there is no picture. */
  picture: ReactNode;
  /** The picture in full size while it is open. */
  large: ReactNode;
  /** Opens the picture, or asks for it again if it could not be loaded. */
  open: () => void;
}

export function usePictureBox({ image, alt: text }: Media): PictureBox {
  const alt = useDefinitionText()(text);
  const { t } = useWidgetTexts();
  const { ref, entry } = useIntersection<HTMLSpanElement>({ rootMargin: '400px' });
  const [isNear, setNear] = useState(false);
  if (!isNear && entry?.isIntersecting) setNear(true);
  const { url, isFailed, again } = usePicture(image, isNear);
  const [isLarge, setLarge] = useState(false);
  const picture = image && (
    <span
      ref={ref}
      className="am-media-picture am-inline am-amid am-gap-1 am-clipped am-round am-sunken am-center am-meta"
    >
      {url ? (
        <img src={url} alt={alt} />
      ) : (
        <>
          <Icon name="photo" size={28} />
          <span className={isFailed ? undefined : 'am-visually-hidden'}>{alt}</span>
          {isFailed && <small>{t('media.unseen')}</small>}
        </>
      )}
    </span>
  );
  const large = isLarge && url && <LargePicture url={url} alt={alt} onClose={() => setLarge(false)} />;
  return { picture, large, open: url ? () => setLarge(true) : again };
}
