/**
 * Where to go after signing in: a place of this app behind sign-in, or none. An address from outside may say
 * anything, such as `//evil.example` or `/\evil.example`, which browsers take for another site.
 */
export function safeNext(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/dashboard(?:[/?][^\\]*)?$/.test(next) && !next.includes('//')
    ? next
    : undefined
}
