/** Room for two columns. */
export const RECEIPT_FORM_WIDTH = 1128
