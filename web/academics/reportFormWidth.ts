/** Room for two columns. */
export const REPORT_FORM_WIDTH = 1128
