/** Shows the title, caption and date of a picture. */
import type { ReactNode } from 'react';
import type { RecordView } from '../../../core/generated/api.ts';
import { date } from '../../data/words.ts';
import { captionOf } from './captions.ts';
import { recordAnswerText } from './galleryForms.ts';

interface Props {
  image: RecordView;
  dateStyle?: 'long' | 'short';
  /** Shown next to the date. */
  children?: ReactNode;
}

export function PictureTexts({ image, dateStyle = 'long', children }: Props) {
  const caption = captionOf(image);
  return (
    <div>
      <b className="am-block">
        <bdi>{recordAnswerText(image, 'activity_name')}</bdi>
      </b>
      {caption && (
        <p className="am-prose">
          <bdi>{caption}</bdi>
        </p>
      )}
      <small className="am-block">
        {date(recordAnswerText(image, 'date_taken'), dateStyle)}
        {children}
      </small>
    </div>
  );
}
