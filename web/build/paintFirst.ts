import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const START_TAG = '<script src="/start.js"></script>'
const START = join(import.meta.dirname, '../start.js')

/** Lets the browser paint the frame in index.html before any other file is loaded. */
export function paintFirst(): Plugin[] {
  return [
    {
      name: 'elimu-inline-start',
      transformIndexHtml: {
        order: 'pre',
        handler: withStart,
      },
    },
    {
      name: 'elimu-load-after-paint',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        // A stylesheet whose media does not match does not block painting. main.tsx applies it. It stays in the head,
        // because later styles must follow it.
        handler: (html) =>
          html
            .replaceAll(
              /<link rel="stylesheet" ([^>]*)>/g,
              '<link rel="preload" as="style" $1>\n    <link rel="stylesheet" media="not all" $1>',
            )
            .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
      },
    },
  ]
}

/** The page with start.js inside. The server allows this script by its hash (server/http/page.ts). */
export function withStart(html: string): string {
  if (!html.includes(START_TAG)) throw new Error(`index.html does not contain ${START_TAG}`)
  return html.replace(START_TAG, () => `<script>\n${readFileSync(START, 'utf8')}</script>`)
}
