/** Shows what the camera sees until it reads a code. */
import { useRef } from 'react';
import { Dialog } from '../controls/Dialog.tsx';
import { useWidgetTexts } from '../environment.tsx';
import { useBarcodeScan } from './useScan.ts';

interface ScanDialogProps {
  onRead: (text: string) => void;
  onClose: () => void;
}

export default function ScanDialog({ onRead, onClose }: ScanDialogProps) {
  const { t } = useWidgetTexts();
  return (
    <Dialog title={t('barcode.scan')} onClose={onClose}>
      <Viewfinder onRead={onRead} />
    </Dialog>
  );
}

/** Rendered inside the dialog, which puts its content on the page a moment after itself. */
function Viewfinder({ onRead }: Pick<ScanDialogProps, 'onRead'>) {
  const { t } = useWidgetTexts();
  const video = useRef<HTMLVideoElement>(null);
  const state = useBarcodeScan(video, onRead);
  const isTrouble = state !== 'starting' && state !== 'looking';
  return (
    <div className="am-viewfinder" data-state={state}>
      <video ref={video} muted playsInline hidden={isTrouble} />
      <p role={isTrouble ? 'alert' : 'status'} className={isTrouble ? 'am-warning' : 'am-help'}>
        {t(`barcode.${state}`)}
      </p>
    </div>
  );
}
