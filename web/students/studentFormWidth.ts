/** Room for three columns. */
export const STUDENT_FORM_WIDTH = 960
