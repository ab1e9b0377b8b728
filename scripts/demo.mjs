/**
 * `npm run demo`: as `npm start`, with a sample charity that is filled at the first start, and again by
 * `npm run demo -- --fresh`.
 */
import { serve } from './serve.mjs'

await serve('demo/main.ts')
