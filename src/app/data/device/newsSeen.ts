/** The moment of the last look under the bell, stored so that the bells of other tabs follow. */
import { watchedItem } from './watchedItem.ts';

export const newsSeenItem = watchedItem('newsSeen');
