/**
 * `npm start`: installs and builds what is missing, then runs Elimu.
 *
 * package.json calls it by the shell's `exec`, so that npm's signals reach it and not a shell that would die of them
 * and leave it behind; Windows has no `exec` and takes what stands after `||`. A small nursery for young objects and one
 * optimising compiler less cost next to no speed and save a tenth of the memory: npm puts these flags, which stand under
 * `config`, into the environment.
 */
import { serve } from './serve.mjs'

await serve('server/main.ts')
