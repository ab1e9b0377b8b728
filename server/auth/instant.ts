/** `YYYY-MM-DD HH:mm:ss` in UTC, as links and CurrentDate spell an instant. */
export const formatInstant = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

export const parseInstant = (text: string) => new Date(`${text.replace(' ', 'T')}Z`)
