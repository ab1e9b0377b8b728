import { Text } from '@mantine/core'

/** The label of a field that may stay empty. */
export const OptionalLabel = ({ children }: { children: string }) => (
  <>
    {children}{' '}
    <Text span inherit fw={400} c="dimmed" ml={4}>
      optional
    </Text>
  </>
)
