import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const APP = join(import.meta.dirname, '../app')
/** `name: panel(() => import('path')` */
const PANEL = /(\w+): panel\(\s*\(\) => import\('(.+?)'\)/g

/**
 * Notes in index.html, for each menu, links to the code and styles of its screen. The server (http/page.ts) sends them to
 * signed-in users, whose browsers load these beside the first code, and not after it and the session.
 */
export function preloadScreens(): Plugin {
  return {
    name: 'elimu-preload-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const filesWith = (source: string) => {
          const id = join(APP, source)
          const found = Object.values(bundle).find(
            (file) => file.type === 'chunk' && file.moduleIds.includes(id),
          )
          if (!found) throw new Error(`${source} is not in the page`)
          return withImports(found.fileName)
        }
        const withImports = (name: string, files: string[] = []): string[] => {
          const file = bundle[name]
          // The first code has its own links.
          if (file?.type !== 'chunk' || files.includes(name) || html.includes(name)) return files
          const styles = [...(file.viteMetadata?.importedCss ?? [])]
          return file.imports.reduce(
            (all, imported) => withImports(imported, all),
            [...files, name, ...styles],
          )
        }
        const linksTo = (...sources: string[]) =>
          [...new Set(sources.flatMap(filesWith))]
            .map((name) => {
              const kind = name.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
              return `<link ${kind} fetchpriority="low" crossorigin href="/${name}">`
            })
            .join('')
        const page = ['DashboardPage.tsx', 'panelScreens.tsx']
        const contents = readFileSync(join(APP, 'panelContents.ts'), 'utf8')
        const panels = Array.from(contents.matchAll(PANEL), ([, menu, source = '']) => [
          menu,
          linksTo(...page, source),
        ])
        if (panels.length !== contents.split(': panel(').length - 1)
          throw new Error('A menu of panelContents.ts is written in another way')
        const screens = Object.fromEntries([['', linksTo(...page)], ...panels]) as object
        return html.replace('</head>', () => `<!--screens ${JSON.stringify(screens)}--></head>`)
      },
    },
  }
}
