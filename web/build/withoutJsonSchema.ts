import type { Plugin } from 'vite'

const stubs: Record<string, string[]> = {
  'to-json-schema': [
    'extractDefs',
    'finalize',
    'handleUnrepresentable',
    'initializeContext',
    'process',
    'processSchema',
  ],
  'json-schema-processors': ['allProcessors', 'toJSONSchema'],
}

/**
 * Leaves zod's conversion to JSON Schema out of the page, which never describes its schemas: each schema refers to it,
 * so that it would be 5 KB of the code that sign-in waits for.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'elimu-without-json-schema',
    apply: 'build',
    load: {
      filter: { id: /zod.v4.core.(to-json-schema|json-schema-processors)\.js$/ },
      handler(id) {
        const names = stubs[/([a-z-]+)\.js$/.exec(id)?.[1] ?? '']
        return `export const ${names?.map((name) => `${name} = undefined`).join()}
export const createToJSONSchemaMethod = () => undefined
export const createStandardJSONSchemaMethod = () => undefined`
      },
    },
  }
}
