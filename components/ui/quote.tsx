/** What a person has written, such as a reason. */
export function Quote({ className, children }: { className?: string; children: string }) {
  return (
    <q className={className}>
      <bdi>{children}</bdi>
    </q>
  );
}
