import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = {
  getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null
}

const OWN = /[\\/](web|contract)[\\/]/
const web = (name: string) => join(import.meta.dirname, '..', name)
const PANELS = web('app/panelContents.ts')
/** The frame of all panels, with the first two lists: the others need most of their code too. */
const FRAME = [
  'app/DashboardPage.tsx',
  'app/panelScreens.tsx',
  'students/StudentsPanel.tsx',
  'users/UsersPanel.tsx',
].map(web)
const PROFILE = [web('profile/ProfilePanel.tsx')]
const modules: Record<string, Set<string>> = {}

export const ofFrame = (id: string, graph: Graph) =>
  (modules['frame'] ??= modulesOf(FRAME, graph)).has(id) ? 'shared' : undefined

/** Its first screen, of which other screens need much too. */
export const ofProfile = (id: string, graph: Graph) =>
  (modules['profile'] ??= modulesOf(PROFILE, graph)).has(id) ? 'profile' : undefined

/** Code that other screens show at once, with their icons, which are small. */
export const ofScreens = (id: string, graph: Graph) =>
  !OWN.test(id) || screens(graph).has(id) ? 'screens' : undefined

/** The rest is code of dialogs, so that no screen waits for it. */
export const ofDialogs = (id: string, graph: Graph) => (screens(graph).has(id) ? undefined : 'dialogs')

const screens = (graph: Graph) =>
  (modules['screens'] ??= modulesOf(graph.getModuleInfo(PANELS)?.dynamicallyImportedIds ?? [], graph))

/** Our modules that these import, directly or not. */
function modulesOf(entries: readonly string[], graph: Graph): Set<string> {
  const ids = new Set(entries)
  for (const id of ids)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (OWN.test(imported)) ids.add(imported)
  return ids
}
