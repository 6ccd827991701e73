/** Shows one picture as large as the screen allows, with a download button. */
import { Button } from '@mantine/core';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog, DialogButtons } from '../controls/Dialog.tsx';
import { useWidgetTexts } from '../environment.tsx';
import { FileOnOtherDevice } from './FileOnOtherDevice.tsx';
import { useStoredFile } from './useFile.ts';

interface PictureDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

export default function PictureDialog({ id, name, onClose }: PictureDialogProps) {
  const { t } = useWidgetTexts();
  const file = useStoredFile(id);
  return (
    <Dialog title={name} size="xl" onClose={onClose}>
      {file.isAway ? (
        <FileOnOtherDevice>{t('file.away.picture')}</FileOnOtherDevice>
      ) : file.failed ? (
        <p className="am-warning">{t('file.unreadable', { name })}</p>
      ) : file.url ? (
        <img src={file.url} alt={name} className="am-picture-large am-block am-round" />
      ) : (
        <span className="am-picture-wait" role="status" aria-label={t('choice.loading')} />
      )}
      {file.url && (
        <DialogButtons>
          <Button
            component="a"
            href={file.url}
            download={name}
            variant="outline"
            leftSection={<Icon name="download" size={16} />}
          >
            {t('file.download')}
          </Button>
        </DialogButtons>
      )}
    </Dialog>
  );
}
