/** Shows the title, caption and date of a picture. */
import type { ReactNode } from 'react';
import type { RecordView } from '../../../core/generated/api.ts';
import { date } from '../../data/words.ts';
import { captionOf } from './captions.ts';
import { recordAnswerText, useGallery } from './galleryForms.ts';

interface Props {
  image: RecordView;
  dateStyle?: 'long' | 'short';
  /** Shown next to the date. */
  children?: ReactNode;
}

export function PictureTexts({ image, dateStyle = 'long', children }: Props) {
  const { picture } = useGallery();
  const caption = captionOf(picture, image);
  return (
    <div>
      <b className="am-block">
        <bdi>{recordAnswerText(image, picture.title?.name)}</bdi>
      </b>
      {caption && (
        <p className="am-prose">
          <bdi>{caption}</bdi>
        </p>
      )}
      <small className="am-block">
        {date(recordAnswerText(image, picture.day?.name), dateStyle)}
        {children}
      </small>
    </div>
  );
}
