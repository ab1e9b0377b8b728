import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { fillInCharity } from './build/fillInCharity.ts'

const { PORT = '3000', ELIMU_SERVER_PORT } = process.env
const server = `http://localhost:${ELIMU_SERVER_PORT}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    fillInCharity(),
    // So that the server never compresses a file itself. It fills in index.html first, which is therefore left out.
    compression({
      include: /\.(js|css|svg|txt)$/,
      threshold: 1024,
      algorithms: [
        defineAlgorithm('brotliCompress', {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        }),
        defineAlgorithm('gzip', { level: constants.Z_BEST_COMPRESSION }),
      ],
    }),
  ],
  build: {
    outDir: join(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // One chunk for each panel and dialog. Their shared code is in three others: in hundreds of small files, each screen
        // would wait for about a hundred of them on a slow network.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'frame', test: /(DashboardPage|panelScreens|StudentsPanel)\.tsx$/ },
            { name: 'profile', test: /ProfilePanel\.tsx$/ },
            { name: 'shared', minShareCount: 2 },
          ],
        },
        // pdf.js loads the decoders of scanned pages by their own names, from one folder.
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
