/** Address of the screen that shows what a workbook becomes. Files may come along in the state of the address (`files`). */
export const WORKBOOK_PATH = '/admin/forms/workbook';
