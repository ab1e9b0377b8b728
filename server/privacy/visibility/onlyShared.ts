import { firstName } from '#contract/privacy/consentWords.ts'
import type { SharedPurpose } from '#contract/privacy/consentStates.ts'
import { sharedFacts } from '#contract/students/students.ts'

/** The facts of a student that a supporter may see: the others are null, and the name is its first word. */
export function onlyShared<Facts extends { name: string }>(
  facts: Facts,
  hidden: readonly SharedPurpose[],
): Facts {
  const isHidden = (fact: string) => {
    const purpose = sharedFacts[fact]
    return purpose !== undefined && (purpose === null || hidden.includes(purpose))
  }
  const shown = Object.entries(facts).map(([fact, value]) => [fact, isHidden(fact) ? null : value])
  return { ...(Object.fromEntries(shown) as Facts), name: sharedName(facts.name, hidden) }
}

/** A student’s name for their supporter. */
export const sharedName = (name: string, hidden: readonly SharedPurpose[]) =>
  hidden.includes('profile') ? firstName(name) : name
