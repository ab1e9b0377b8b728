import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { fillInCharity } from './build/fillInCharity.ts'
import { paintFirst } from './build/paintFirst.ts'
import { precompress } from './build/precompress.ts'
import { preloadScreens } from './build/preloadScreens.ts'
import { pureContract } from './build/pureContract.ts'
import { ofDialogs, ofFrame, ofProfile, ofScreens } from './build/sharedCode.ts'
import { withoutJsonSchema } from './build/withoutJsonSchema.ts'

const { PORT = '3000', ELIMU_SERVER_PORT } = process.env
const server = `http://localhost:${ELIMU_SERVER_PORT}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    fillInCharity(),
    paintFirst(),
    preloadScreens(),
    pureContract(),
    withoutJsonSchema(),
    precompress(),
  ],
  build: {
    outDir: join(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // The code of the first screen is three files: a browser compiles a file without a pause, and one file of all would
    // block a slow phone for long. Code that several other screens share is in four others (build/sharedCode.ts): split
    // into a hundred small files, each screen waited for about thirty on a slow network. The rest is loaded with its screen
    // or dialog.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', tags: ['$initial'], test: /[\\/]react-dom[\\/]/ },
            { name: 'router', tags: ['$initial'], test: /[\\/]@tanstack[\\/]/ },
            { name: 'first', tags: ['$initial'] },
            { name: ofFrame, debugName: 'shared', test: /[\\/](web|contract)[\\/]/ },
            { name: ofProfile, debugName: 'profile', test: /[\\/](web|contract)[\\/]/ },
            {
              name: ofScreens,
              debugName: 'screens',
              minShareCount: 2,
              test: /[\\/](web|contract|@tabler)[\\/]/,
            },
            { name: ofDialogs, debugName: 'dialogs', minShareCount: 2, test: /[\\/](web|contract)[\\/]/ },
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
