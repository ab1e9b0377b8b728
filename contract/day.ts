const nairobi = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' })

/** The day in Kenya at an instant, as `2026-03-12`: the same in the office, in the field and on a server abroad. */
export const dayOf = (instant: Date): string => nairobi.format(instant)
