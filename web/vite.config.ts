import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { fillInCharity } from './build/fillInCharity.ts'
import { paintBeforeStyles } from './build/paintBeforeStyles.ts'
import { precompress } from './build/precompress.ts'

const { PORT = '3000', ELIMU_SERVER_PORT } = process.env
const server = `http://localhost:${ELIMU_SERVER_PORT}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), fillInCharity(), paintBeforeStyles(), precompress()],
  build: {
    outDir: join(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // All that the first screen needs is one file, which compresses best. What several of the other screens need is
    // another: in a hundred small ones, each screen waited for some thirty on a slow network. The rest is loaded when
    // it is opened.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2, test: /[\\/](web|contract|@mantine|@tabler)[\\/]/ },
          ],
        },
        // pdf.js asks for the decoders of scanned pages by their own names, in one folder.
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('_nowasm_fallback.js') ? 'pdf/[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: {
    port: Number(PORT),
    strictPort: true,
    proxy: { '/api': server, '/sanctum': server },
  },
})
