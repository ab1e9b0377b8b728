import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = {
  getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null
}

const OWN = /[\\/](web|contract)[\\/]/
const app = (name: string) => join(import.meta.dirname, '../app', name)
let screens: Set<string> | undefined

/** Shared code that a screen shows at once, with all icons, which are small. */
export const ofScreens = (id: string, graph: Graph) =>
  (screens ??= modulesOfScreens(graph)).has(id) || !OWN.test(id) ? 'shared' : undefined

/** The rest is code of dialogs, so that no screen waits for it. */
export const ofDialogs = (id: string, graph: Graph) =>
  (screens ??= modulesOfScreens(graph)).has(id) ? undefined : 'dialogs'

/** Our modules that a panel or the frame of all panels imports, directly or not. */
function modulesOfScreens(graph: Graph): Set<string> {
  const panels = graph.getModuleInfo(app('panelContents.ts'))?.dynamicallyImportedIds ?? []
  const ids = new Set([app('DashboardPage.tsx'), app('panelScreens.tsx'), ...panels])
  for (const id of ids)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (OWN.test(imported)) ids.add(imported)
  return ids
}
