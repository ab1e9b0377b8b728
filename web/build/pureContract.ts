import { parseAst, type Plugin } from 'vite'

/**
 * Leaves out of the page what it does not use of `contract/`, such as the answers' schemas, which only the server needs:
 * creating them delayed every first screen. No constant there has a side effect, but the bundler does not
 * know that of a call such as `z.object(…)`.
 */
export function pureContract(): Plugin {
  return {
    name: 'elimu-pure-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      order: 'post',
      handler(code) {
        const constants = parseAst(code).body.flatMap((statement) => {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          return declared?.type === 'VariableDeclaration' ? declared.declarations : []
        })
        return constants.reduceRight((before, { init }) => {
          if (!init) return before
          const [value, after] = [before.slice(init.start, init.end), before.slice(init.end)]
          return `${before.slice(0, init.start)}/* @__PURE__ */ (() => (${value}))()${after}`
        }, code)
      },
    },
  }
}
