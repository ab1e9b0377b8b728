/**
 * `npm run demo`: as `npm start`, with a sample charity that is filled at the first start, and afresh by
 * `npm run demo -- --fresh`.
 *
 * Not with `exec … || …` in package.json, as `npm start`: npm puts the arguments behind the last command.
 */
import { serve } from './serve.mjs'

await serve('demo/main.ts')
