import type { Plugin } from 'vite'

/**
 * Lets the browser paint the frame in index.html before the stylesheet is loaded: a stylesheet whose media does not
 * match does not block painting. main.tsx applies it. It stays in the head, because later styles must follow it.
 */
export function paintBeforeStyles(): Plugin {
  return {
    name: 'elimu-paint-before-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(
          /<link rel="stylesheet" ([^>]*)>/g,
          '<link rel="preload" as="style" $1>\n    <link rel="stylesheet" media="not all" $1>',
        ),
    },
  }
}
