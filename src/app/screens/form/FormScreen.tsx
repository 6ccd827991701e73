/** Create and edit screen of every form. Both load what the form needs, then show the editor. */
import { useEffect } from 'react';
import type { FormEntry } from '../../../core/generated/api.ts';
import { syncBeforeOpening } from '../../data/drafts/follow.ts';
import { useSession } from '../../data/queries.ts';
import { CreateScreen } from './CreateScreen.tsx';
import { EditScreen } from './EditScreen.tsx';
import '../../widgets/widgets.css';

interface FormScreenProps {
  entry: FormEntry;
  /** `quick` creates a record with only the questions of the definition's short entry. */
  mode: 'create' | 'edit' | 'quick';
  id?: string;
  parent?: string;
}

export default function FormScreen({ entry, mode, id, parent }: FormScreenProps) {
  const user = useSession().data?.user.id;
  // While the form itself is loaded.
  useEffect(() => {
    if (user !== undefined) void syncBeforeOpening(user);
  }, [user]);
  return mode === 'edit' && id ? (
    <EditScreen entry={entry} id={id} />
  ) : (
    <CreateScreen entry={entry} quick={mode === 'quick'} {...(parent && { parent })} />
  );
}
