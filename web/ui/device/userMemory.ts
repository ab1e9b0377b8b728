const PREFIX = 'elimu.user.'
export const OPENED_STUDENTS = 'opened'

const placeOf = (userId: number, name: string) => `${PREFIX}${userId}.${name}`

/** Small preferences of a user that this browser stores until a logout. */
export const userMemory = {
  read: (userId: number, name: string) => localStorage.getItem(placeOf(userId, name)),
  write(userId: number, name: string, value: string): void {
    try {
      localStorage.setItem(placeOf(userId, name), value)
    } catch {
      // The storage is full or not allowed. The next form starts without the preference.
    }
  },
  /** Forgets everything, or one preference of all users. */
  forgetAll(name?: string): void {
    for (const place of Object.keys(localStorage))
      if (place.startsWith(PREFIX) && (!name || place.endsWith(`.${name}`))) localStorage.removeItem(place)
  },
}
