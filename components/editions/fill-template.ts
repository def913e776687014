/** The example of a price list for an app. */
export function fillTemplate(
  example: string,
  { title, currency }: { title: string; currency: string },
): string {
  return example
    .replace(/^saasName: .*$/m, () => `saasName: ${JSON.stringify(title)}`)
    .replace(/^currency: .*$/m, `currency: ${currency}`);
}
