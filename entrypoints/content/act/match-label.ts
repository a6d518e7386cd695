/** Index of the one label (or value) that is meant; undefined when none or several are. */
export function matchLabel(
  wanted: string,
  labels: readonly string[],
  values: readonly string[] = [],
): number | undefined {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const tests: ((label: string) => boolean)[] = [
    (label) => label === wanted,
    (label) => plain(label) === plain(wanted),
  ];
  for (const list of [labels, values])
    for (const test of tests) {
      const index = list.findIndex(test);
      if (index >= 0) return index;
    }
  const starts = labels.flatMap((label, index) => (plain(label).startsWith(plain(wanted)) ? [index] : []));
  return starts.length === 1 ? starts[0] : undefined;
}
