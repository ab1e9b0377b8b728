import module from 'node:module'
import { join } from 'node:path'
import { ROOT } from './root.mjs'
import { run } from './run.mjs'
import { whenChanged } from './whenChanged.mjs'

const paths = {
  result: 'node_modules/.cache/compiled',
  sources: ['server', 'contract', 'package-lock.json'],
}
const COMPILED = join(ROOT, paths.result)

/**
 * Has Node keep what it compiles the server to, and read it from there from now on. The compiling is done in a process
 * of its own, which takes the compiler's memory with it. Answers an exit code.
 */
export async function compileServer() {
  const code = await whenChanged(paths, () =>
    run(
      process.execPath,
      [...process.execArgv, '--input-type=module', '--eval', "await import('./server/start.ts')"],
      { env: { NODE_COMPILE_CACHE: COMPILED }, isQuiet: true },
    ),
  )
  module.enableCompileCache(COMPILED)
  return code
}
