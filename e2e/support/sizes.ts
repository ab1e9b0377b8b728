/** The two sizes at which journeys run. */
export const WIDE = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }
