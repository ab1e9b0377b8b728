const PREFIX = 'elimu.user.'

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
  forgetAll(): void {
    for (const place of Object.keys(localStorage))
      if (place.startsWith(PREFIX)) localStorage.removeItem(place)
  },
}
