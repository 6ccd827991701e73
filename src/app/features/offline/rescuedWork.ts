import type { AccountView } from '../../../core/generated/api.ts';
import type { Opened } from '../../offline/store/index.ts';

/** The work in a file that the office opened, and whose it is. */
export interface RescuedWork {
  opened: Opened;
  account: AccountView;
}
