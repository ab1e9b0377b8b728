import { useDocumentTitle } from '@mantine/hooks'
import { charity } from '../ui/charity.ts'

export function usePageTitle(title: string): void {
  useDocumentTitle(`${title} - ${charity.name}`)
}
