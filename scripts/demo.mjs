/** `npm run demo`: as `npm start`, with a sample charity that is filled afresh at each start. */
import { serve } from './serve.mjs'

await serve('demo/main.ts')
