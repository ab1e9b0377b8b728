/**
 * `npm start`: installs and builds what is missing, then runs Elimu.
 *
 * package.json calls it by the shell's `exec`, so that npm's signals reach it: else they would end only the shell and
 * leave this process running. Windows has no `exec` and runs the command after `||`. A small nursery for young objects
 * and one optimising compiler less cost next to no speed and save a tenth of the memory: npm puts these flags, which
 * are under `config`, into the environment.
 */
import { serve } from './serve.mjs'

await serve('server/main.ts')
