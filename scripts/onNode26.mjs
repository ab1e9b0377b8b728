import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'
import { run } from './run.mjs'

const NEEDED = 26

/**
 * Runs the work in this process on Node 26 or newer. An older Node, as before the first install, runs the same
 * script again on the installed Node 26.
 * @param {() => Promise<void>} work
 */
export async function onNode26(work) {
  if (Number.parseInt(process.versions.node) >= NEEDED) {
    endWithParent()
    await work()
    return
  }
  const node = installedNode()
  if (!node) {
    console.error(
      `Elimu needs Node ${NEEDED}. npm has none for this machine (${process.platform} ${process.arch}): install it and put it on the PATH.`,
    )
    process.exitCode = 1
    return
  }
  const [, script = '', ...args] = process.argv
  process.exitCode = await run(node, [...process.execArgv, script, ...args], { stopsWithUs: true })
}

/** The Node that npm has installed. Of its platform packages, npm installs the one that fits the machine. */
export function installedNode() {
  /** @type {{ optionalDependencies: Record<string, string> }} */
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  return Object.keys(optionalDependencies)
    .map((name) => join(ROOT, 'node_modules', name, file))
    .find((path) => existsSync(path))
}

/** Stops this process when the older Node that started it is killed, because no other process can. */
function endWithParent() {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
