import { config } from 'zod'

/**
 * The page's content security policy forbids `eval`. Zod would try it for the first schema, and the browser would
 * report a violation. This is a module of its own, because imports run before all other code of a file.
 */
config({ jitless: true })
