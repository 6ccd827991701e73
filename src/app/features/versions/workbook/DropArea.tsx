/** Takes files that are dropped anywhere on its content. */
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Workbook.module.css';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

export function DropArea({ onDrop, children }: { onDrop: (files: File[]) => void; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the screen do the same without a mouse
    <div
      className={classes.area}
      data-over={isOver || undefined}
      data-drop-area
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onDrop(files);
      }}
    >
      {isOver && <p className="am-sunken am-below-3 am-pad-3 am-round am-center">{t('versions.dropHere')}</p>}
      {children}
    </div>
  );
}
