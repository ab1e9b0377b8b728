/**
 * `npm start`: installs and builds what is missing, then runs Elimu.
 *
 * package.json calls it by the shell's `exec`: otherwise a signal to npm would end only its shell, and leave this process
 * running. Windows has no `exec` and runs the command after `||`.
 */
import { serve } from './serve.mjs'

await serve('server/main.ts')
