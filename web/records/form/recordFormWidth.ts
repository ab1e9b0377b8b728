/** Room for two columns. */
export const RECORD_FORM_WIDTH = 1128
