/** A picture or a sound that the server has, to see or to hear. */
import { useQuery } from '@tanstack/react-query';
import { MEDIA_KINDS } from '../../../core/definitions/media.ts';
import { source } from '../../data/source.ts';

/** Reads the content with a hash. It never changes, so its URL stays as long as the page. */
export function useStoredMedia(hash: string | undefined) {
  return useQuery({
    queryKey: ['definition media', hash],
    queryFn: async () => URL.createObjectURL((await source.definitionMedia(hash ?? '')).blob),
    enabled: hash !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function StoredMedia({ name, url }: { name: string; url: string }) {
  if (MEDIA_KINDS.image.extensions.includes(name.split('.').at(-1) ?? ''))
    return <img src={url} alt={name} className="am-thumb" />;
  // biome-ignore lint/a11y/useMediaCaption: the sound says the words that the question has beside it
  return <audio src={url} controls aria-label={name} />;
}
