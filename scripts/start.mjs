/** `npm start`: installs and builds what is missing, then runs Elimu. */
import { serve } from './serve.mjs'

await serve('server/main.ts')
