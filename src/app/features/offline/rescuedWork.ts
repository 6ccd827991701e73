import type { AccountView } from '../../../core/generated/api.ts';
import type { OpenedOfficeFile } from '../../offline/store/index.ts';

/** The work in a file that the office opened, and whose it is. */
export interface RescuedWork {
  opened: OpenedOfficeFile;
  account: AccountView;
}
