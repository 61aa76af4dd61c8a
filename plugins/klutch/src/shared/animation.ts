/** A CSS animation, which people who asked their system for less motion do not see. */
export const animation = (value: string) => ({
  animation: value,
  '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
});
