import { config } from 'zod'

/**
 * The page's content security policy forbids `eval`. When the first schema is made, zod would try it, and the browser
 * report that as a violation. A module of its own, because imports run before everything else in a file.
 */
config({ jitless: true })
