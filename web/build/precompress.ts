import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|txt)$/
/** Smaller files fit into one packet without compression. */
const WORTHWHILE_BYTES = 1024

/**
 * Writes .br and .gz beside each asset, so that the server never compresses one itself. index.html is left out, because
 * the server fills it in first.
 */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'elimu-precompress',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir
    },
    // Not `closeBundle`, which also follows a failed build and would hide its error.
    async writeBundle() {
      const names = await readdir(folder, { recursive: true })
      await Promise.all(
        names.filter((name) => COMPRESSIBLE.test(name)).map((name) => pack(join(folder, name))),
      )
    },
  }
}

async function pack(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < WORTHWHILE_BYTES) return
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
