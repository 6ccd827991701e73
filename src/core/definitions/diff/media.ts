/** Lists pictures and sounds that came, went or changed. Another content under the same name is a change too. */
import { equalJson, getOwn } from '../../json.ts';
import { fieldLabel } from '../labels.ts';
import { KINDS_OF_MEDIA, type Media, mediaPlaces, namedMediaFiles } from '../media.ts';
import type { ChangedValue } from '../otherChanges.ts';
import type { FormDefinition, Text } from '../types.ts';

export type MediaDiff = 'media_added' | 'media_removed' | 'media_changed' | 'media_worded';
type Tell = (kind: MediaDiff, pointer: string, about: Text, before: ChangedValue, after: ChangedValue) => void;

export function mediaChanges(before: FormDefinition, after: FormDefinition, tell: Tell): void {
  const [old, now] = [placesOf(before), placesOf(after)];
  for (const [id, { pointer, label }] of new Map([...old, ...now])) {
    const [was, is] = [old.get(id)?.media, now.get(id)?.media];
    for (const kind of KINDS_OF_MEDIA) {
      const [from, to] = [filesIn(before, was?.[kind]), filesIn(after, is?.[kind])];
      if (from !== to)
        tell(
          from === '' ? 'media_added' : to === '' ? 'media_removed' : 'media_changed',
          `${pointer}/${kind}`,
          label,
          from,
          to,
        );
    }
    if (was?.alt && is?.alt && !equalJson(was.alt, is.alt))
      tell('media_worded', `${pointer}/alt`, label, was.alt, is.alt);
  }
}

/** Returns what has a picture or a sound, by question id, for options with their value. */
function placesOf({ fields }: FormDefinition) {
  return new Map(
    mediaPlaces(fields).map((place) => [
      `${place.field.id}/${place.option?.value ?? ''}`,
      { ...place, label: fieldLabel(place.field.id, place.option ?? place.field) },
    ]),
  );
}

/** Returns names with the beginning of the hash, which tells two contents apart. */
function filesIn({ mediaFiles }: FormDefinition, named: Media['image']): string {
  return namedMediaFiles(named)
    .map(([, name]) => `${name} (${getOwn(mediaFiles, name)?.slice(0, 8) ?? '–'})`)
    .join(', ');
}
