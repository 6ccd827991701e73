/** Shows a picture as large as the screen allows. The Back button closes it, as Escape does. */
import { useEffect, useEffectEvent, useId } from 'react';
import { Dialog } from '../controls/Dialog.tsx';

interface Props {
  url: string;
  alt: string;
  onClose: () => void;
}

export default function LargePicture({ url, alt, onClose }: Props) {
  useBackCloses(onClose);
  return (
    <Dialog title={alt} size="xl" onClose={onClose}>
      <img src={url} alt={alt} className="am-picture-large am-block am-round" />
    </Dialog>
  );
}

/** Adds an entry to the history that Back takes away. The router sees neither, so it does not ask about a changed form. */
function useBackCloses(onClose: () => void): void {
  const mark = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    let isOpen = true;
    history.pushState({ ...history.state, mark }, '');
    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      window.removeEventListener('popstate', onBack, true);
      if (isOpen) close();
    };
    window.addEventListener('popstate', onBack, true);
    return () => {
      isOpen = false;
      if (history.state?.mark === mark) history.back();
      else window.removeEventListener('popstate', onBack, true);
    };
  }, [mark]);
}
